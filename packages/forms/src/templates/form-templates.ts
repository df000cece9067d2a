import { quizTemplates } from './quiz-templates.ts';
import type { FormTemplate } from './template.ts';

const satisfaction = ['Very satisfied', 'Satisfied', 'Neither', 'Dissatisfied', 'Very dissatisfied'];
const consent = (label: string) => ({ type: 'consent', label, required: true }) as const;
const name = { type: 'full_name', label: 'Your name', required: true } as const;
const email = { type: 'email', label: 'Email', required: true } as const;

/** THE list of templates; the names stand in addresses. */
export const formTemplates: readonly FormTemplate[] = [
  {
    ...{ name: 'contact', title: 'Contact us', category: 'Contact' },
    about: 'A question or a wish, and where to answer it',
    questions: [
      name,
      email,
      { type: 'phone', label: 'Phone', help: 'If you would rather be called.' },
      {
        ...{ type: 'dropdown', label: 'What is it about?', required: true },
        choices: ['A question', 'An order', 'A complaint', 'Something else'],
      },
      { type: 'long_text', label: 'Your message', required: true },
    ],
  },
  {
    ...{ name: 'event-registration', title: 'Event registration', category: 'Registration' },
    about: 'Who comes, with whom, and what they eat',
    questions: [
      name,
      email,
      { type: 'number', label: 'How many come with you?' },
      {
        ...{ type: 'multiple_choice', label: 'Which parts do you join?', required: true },
        choices: ['Talks', 'Workshop', 'Dinner'],
      },
      {
        ...{ type: 'single_choice', label: 'What do you eat?' },
        choices: ['Everything', 'Vegetarian', 'Vegan'],
      },
      { type: 'long_text', label: 'Allergies, or anything we should know' },
    ],
  },
  {
    ...{ name: 'class-signup', title: 'Sign up for a class', category: 'Registration' },
    about: 'An evening to choose, and how much somebody knows already',
    questions: [
      name,
      email,
      {
        ...{ type: 'single_choice', label: 'Which evening suits you?', required: true },
        choices: ['Tuesday', 'Wednesday', 'Thursday'],
      },
      { type: 'rating', label: 'How much do you know already?' },
      consent('I pay the fee at least a week before the class begins'),
    ],
  },
  {
    ...{ name: 'party-invitation', title: 'Will you come?', category: 'Registration' },
    about: 'Yes or no, how many, and a song for the evening',
    questions: [
      { type: 'short_text', label: 'Your name', required: true },
      { type: 'yes_no', label: 'Will you come?', required: true },
      { type: 'number', label: 'How many are you?' },
      { type: 'short_text', label: 'A song we should play' },
      { type: 'long_text', label: 'A word to the hosts' },
    ],
  },
  {
    ...{ name: 'volunteer', title: 'Help as a volunteer', category: 'Registration' },
    about: 'What people can do, and when they have time',
    questions: [
      name,
      email,
      { type: 'phone', label: 'Phone', required: true },
      {
        ...{ type: 'multiple_choice', label: 'What would you like to do?', required: true },
        choices: ['Set up', 'Welcome guests', 'Kitchen', 'First aid', 'Clean up'],
      },
      { type: 'date_range', label: 'When do you have time?' },
      { type: 'long_text', label: 'What have you done before?' },
    ],
  },
  {
    ...{ name: 'customer-satisfaction', title: 'How was it?', category: 'Feedback' },
    about: 'A short survey after a purchase or a visit',
    questions: [
      {
        type: 'single_choice',
        label: 'How satisfied are you with us?',
        required: true,
        choices: satisfaction,
      },
      { type: 'rating', label: 'How was the service?' },
      { type: 'rating', label: 'How was the quality?' },
      { type: 'long_text', label: 'What should we do better?' },
      { type: 'email', label: 'Where may we answer you?' },
    ],
  },
  {
    ...{ name: 'recommendation', title: 'Would you recommend us?', category: 'Feedback' },
    about: 'A number from 0 to 10, and the reason',
    questions: [
      { type: 'scale', label: 'How likely do you recommend us to a friend?', required: true },
      { type: 'long_text', label: 'What is the main reason for that?' },
      { type: 'yes_no', label: 'May we ask you about it?' },
      { type: 'email', label: 'Email' },
    ],
  },
  {
    ...{ name: 'event-feedback', title: 'Feedback on the event', category: 'Feedback' },
    about: 'What went well, and what next time should be other',
    questions: [
      { type: 'rating', label: 'How did you like it altogether?', required: true },
      { type: 'rating', label: 'How did you like the programme?' },
      { type: 'rating', label: 'How did you like the place?' },
      { type: 'long_text', label: 'What did you like best?' },
      { type: 'long_text', label: 'What should be other next time?' },
      { type: 'yes_no', label: 'Would you come again?' },
    ],
  },
  {
    ...{ name: 'product-feedback', title: 'Feedback on a product', category: 'Feedback' },
    about: 'What people use, what is missing, what annoys them',
    questions: [
      {
        ...{ type: 'single_choice', label: 'How often do you use it?', required: true },
        choices: ['Every day', 'Every week', 'Now and then', 'Not any more'],
      },
      { type: 'long_text', label: 'What do you use it for?' },
      { type: 'long_text', label: 'What is missing?' },
      { type: 'scale', label: 'How hard would it be to do without?' },
    ],
  },
  {
    ...{ name: 'employee-survey', title: 'How is work?', category: 'Work' },
    about: 'An anonymous survey of a team',
    questions: [
      { type: 'scale', label: 'How do you like to work here?', required: true },
      { type: 'scale', label: 'How well do you know what is expected of you?' },
      { type: 'scale', label: 'How well does your team work together?' },
      { type: 'long_text', label: 'What would make work better?' },
    ],
  },
  {
    ...{ name: 'job-application', title: 'Job application', category: 'Work' },
    about: 'Who applies for what, from when, and why',
    questions: [
      name,
      email,
      { type: 'phone', label: 'Phone' },
      { type: 'short_text', label: 'Which job do you apply for?', required: true },
      { type: 'date', label: 'From when could you begin?' },
      { type: 'url', label: 'Where can we see your work?' },
      { type: 'long_text', label: 'Why this job?', required: true },
      consent('You may keep my application for six months'),
    ],
  },
  {
    ...{ name: 'leave-request', title: 'Request for leave', category: 'Work' },
    about: 'From when to when, and who takes over',
    questions: [
      name,
      {
        ...{ type: 'single_choice', label: 'Kind of leave', required: true },
        choices: ['Holiday', 'Family', 'Training', 'Unpaid'],
      },
      { type: 'date_range', label: 'From when to when?', required: true },
      { type: 'short_text', label: 'Who takes over?' },
      { type: 'long_text', label: 'Anything else' },
    ],
  },
  {
    ...{ name: 'bug-report', title: 'Report a problem', category: 'Work' },
    about: 'What happened, what should have, and how bad it is',
    questions: [
      { type: 'short_text', label: 'What is wrong, in a line?', required: true },
      { type: 'long_text', label: 'What did you do, and what happened?', required: true },
      { type: 'long_text', label: 'What should have happened?' },
      {
        ...{ type: 'single_choice', label: 'How bad is it?', required: true },
        choices: ['Nothing works', 'Something is broken', 'It looks wrong', 'A wish'],
      },
      { type: 'email', label: 'Where can we ask you?' },
    ],
  },
  {
    ...{ name: 'order', title: 'Order form', category: 'Contact' },
    about: 'What is ordered, how many, and where it goes',
    questions: [
      name,
      email,
      {
        ...{ type: 'dropdown', label: 'What would you like?', required: true },
        choices: ['Small box', 'Large box', 'Subscription'],
      },
      { type: 'number', label: 'How many?', required: true },
      { type: 'address', label: 'Where shall we send it?', required: true },
      { type: 'long_text', label: 'A note for us' },
    ],
  },
  {
    ...{ name: 'client-intake', title: 'Tell us of your project', category: 'Contact' },
    about: 'What a new client wants, by when, for how much',
    questions: [
      { type: 'contact', label: 'Who are you?', required: true },
      { type: 'long_text', label: 'What is it about?', required: true },
      {
        ...{ type: 'single_choice', label: 'What may it cost?' },
        choices: ['Less than 1,000', '1,000 to 5,000', '5,000 to 20,000', 'More'],
      },
      { type: 'date', label: 'When should it be done?' },
    ],
  },
  {
    ...{ name: 'health-questionnaire', title: 'Before your first visit', category: 'Registration' },
    about: 'What a practice asks before somebody comes for the first time',
    questions: [
      name,
      { type: 'date', label: 'Date of birth', required: true },
      { type: 'phone', label: 'Phone', required: true },
      {
        ...{ type: 'multiple_choice', label: 'Have you had any of these?' },
        choices: ['Asthma', 'Diabetes', 'High blood pressure', 'Allergies', 'None of them'],
      },
      { type: 'long_text', label: 'What do you take regularly?' },
      consent('My answers may be kept for my treatment'),
    ],
  },
  ...quizTemplates,
];
