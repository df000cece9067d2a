/** Whose the actions are that a form makes in its base: nobody's, so that nobody's undo takes an answer away. */
export const formUser = 'form';
