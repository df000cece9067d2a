import type { FormTemplate } from './template.ts';

/** Quizzes among the templates: the right choices give points, and each answer is explained at the end. */
export const quizTemplates: readonly FormTemplate[] = [
  {
    ...{ name: 'general-knowledge-quiz', title: 'General knowledge', category: 'Quiz', passMark: 60 },
    about: 'Five questions about the world, with an explanation of each',
    questions: [
      {
        ...{ type: 'single_choice', label: 'Which planet is the largest?', required: true },
        choices: ['Mars', ['Jupiter', 1], 'Saturn', 'Neptune'],
        explanation: 'Jupiter is heavier than all other planets together.',
      },
      {
        ...{ type: 'single_choice', label: 'How many continents touch the equator?', required: true },
        choices: ['One', 'Two', ['Three', 1], 'Four'],
        explanation: 'It runs through South America, Africa and islands of Asia.',
      },
      {
        ...{ type: 'multiple_choice', label: 'Which of these are primes?', required: true },
        choices: [
          ['2', 1],
          ['9', -1],
          ['17', 1],
          ['21', -1],
        ],
        explanation: '9 is 3 times 3, and 21 is 3 times 7. A wrong choice takes a point.',
      },
      {
        ...{ type: 'single_choice', label: 'Who painted the ‘Mona Lisa’?', required: true },
        choices: ['Michelangelo', ['Leonardo da Vinci', 1], 'Raphael', 'Titian'],
        explanation: 'Leonardo worked on it from about 1503.',
      },
      {
        ...{ type: 'single_choice', label: 'What is the chemical sign of iron?', required: true },
        choices: ['Ir', 'I', ['Fe', 1], 'In'],
        explanation: 'It comes from the Latin ferrum.',
      },
    ],
  },
  {
    ...{ name: 'safety-training-quiz', title: 'Safety at work', category: 'Quiz', passMark: 80 },
    about: 'The test after a briefing, passed with four of five',
    questions: [
      { type: 'full_name', label: 'Your name', required: true },
      {
        ...{ type: 'single_choice', label: 'It smells of smoke. What comes first?', required: true },
        choices: ['Look for the fire', ['Raise the alarm', 1], 'Fetch your things'],
        explanation: 'The alarm brings help and warns everybody.',
      },
      {
        ...{ type: 'single_choice', label: 'How do you leave the building?', required: true },
        choices: ['By the lift', ['By the stairs', 1], 'By the nearest window'],
        explanation: 'A lift can stop between floors.',
      },
      {
        ...{ type: 'multiple_choice', label: 'What belongs on an emergency call?', required: true },
        choices: [
          ['Where it happened', 1],
          ['What happened', 1],
          ['Who is to blame', -1],
        ],
        explanation: 'Place and event come first; who is to blame can wait.',
      },
      {
        ...{ type: 'single_choice', label: 'A cable is damaged. What do you do?', required: true },
        choices: ['Tape it', ['Unplug and report it', 1], 'Go on with care'],
        explanation: 'Only an electrician mends it.',
      },
    ],
  },
];
