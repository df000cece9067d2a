import { formPage, listPage, ownPage, recordPage } from './pages.ts';
import type { AppTemplate } from './template.ts';

export const jobBoard: AppTemplate = {
  ...{ name: 'job-board', title: 'Job board', base: 'applicants', theme: 'lavender' },
  about: 'Everybody sees the open positions and applies; applications are seen by nobody else',
  access: 'public',
  pages: [
    listPage({
      ...{ label: 'Open positions', icon: 'briefcase', table: 'Positions', as: 'list', opens: 'Position' },
      fields: ['Position', 'Team', 'Open since'],
      filters: ['Team'],
      add: ['Apply', 'Apply'],
    }),
    recordPage({ label: 'Position', table: 'Positions', name: 'Position', fields: ['Team', 'Open since'] }),
    formPage({
      ...{ label: 'Apply', table: 'Applicants', button: 'Send application', shown: true },
      fields: ['Name', 'Position', 'Email', 'Phone'],
      done: 'Thank you: we have your application, and answer by mail.',
    }),
  ],
  rules: [
    {
      ...{ table: 'Positions', who: 'everyone', can: ['read'] },
      rows: { kind: 'when', filter: [{ field: 'State', operator: 'is', value: 'Open' }] },
      fields: ['Position', 'Team', 'State', 'Open since'],
    },
    {
      ...{ table: 'Applicants', who: 'everyone', can: ['create'] },
      writable: ['Name', 'Position', 'Email', 'Phone'],
      presets: { Stage: 'Applied', 'Applied on': { from: 'today' } },
    },
  ],
};

export const classSignUp: AppTemplate = {
  ...{ name: 'class-sign-up', title: 'Classes', base: 'course-signups', theme: 'rose' },
  about: 'Everybody sees the classes and who teaches them, and signs up for one',
  access: 'public',
  pages: [
    listPage({
      ...{ label: 'Classes', icon: 'graduation-cap', table: 'Classes', as: 'list', opens: 'Class' },
      fields: ['Class', 'Level', 'Begins', 'Price'],
      filters: ['Level'],
      set: { sort: [{ field: 'Begins' }] },
    }),
    {
      label: 'Calendar',
      icon: 'calendar',
      blocks: [
        { type: 'heading', set: { text: 'Calendar' } },
        {
          type: 'calendar',
          set: { table: 'Classes', fields: ['Class', 'Level'], dateField: 'Begins', opens: 'Class' },
        },
      ],
    },
    recordPage({
      ...{ label: 'Class', table: 'Classes', name: 'Class' },
      fields: ['Level', 'Teacher', 'Begins', 'Seats', 'Price'],
    }),
    formPage({
      ...{ label: 'Sign up', table: 'Sign-ups', button: 'Sign up', shown: true },
      fields: ['Guest', 'Email', 'Class', 'Seats', 'Notes'],
      done: 'Your place is noted. See you in class.',
    }),
  ],
  rules: [
    {
      ...{ table: 'Classes', who: 'everyone', can: ['read'] },
      fields: ['Class', 'Level', 'Teacher', 'Begins', 'Seats', 'Price'],
    },
    { table: 'Teachers', who: 'everyone', can: ['read'], fields: ['Name', 'About'] },
    {
      ...{ table: 'Sign-ups', who: 'everyone', can: ['create'] },
      writable: ['Guest', 'Email', 'Class', 'Seats', 'Notes'],
    },
  ],
};

export const clubApp: AppTemplate = {
  ...{ name: 'club', title: 'Club', base: 'club-members', theme: 'forest' },
  about: 'Members sign in, see the events and each other, and whether their own fees are paid',
  access: 'signedIn',
  users: { table: 'Members', email: 'Email', name: 'Name' },
  pages: [
    {
      label: 'Events',
      icon: 'calendar',
      blocks: [
        { type: 'heading', set: { text: 'Events' } },
        {
          type: 'calendar',
          set: { table: 'Events', fields: ['Event', 'Place'], dateField: 'Begins', opens: 'Event' },
        },
      ],
    },
    recordPage({
      ...{ label: 'Event', table: 'Events', name: 'Event' },
      fields: ['Begins', 'Place', 'Who comes'],
    }),
    listPage({
      ...{ label: 'Members', icon: 'users', table: 'Members', as: 'list' },
      fields: ['Name', 'Membership', 'Member since'],
    }),
    listPage({
      ...{ label: 'My fees', icon: 'receipt', table: 'Fees' },
      fields: ['Fee', 'Amount', 'Due', 'Paid'],
    }),
    ownPage('My details', 'Members', ['Name', 'Membership', 'Email', 'Phone'], ['Phone', 'Helps at events']),
  ],
  rules: [
    { table: 'Events', who: 'signedIn', can: ['read'] },
    {
      ...{ table: 'Members', who: 'signedIn', can: ['read'] },
      fields: ['Name', 'Membership', 'Member since'],
    },
    {
      ...{
        table: 'Members',
        who: 'signedIn',
        can: ['read', 'update'],
        rows: { kind: 'own', field: 'Email' },
      },
      writable: ['Phone', 'Helps at events'],
    },
    { table: 'Fees', who: 'signedIn', can: ['read'], rows: { kind: 'own', field: 'Member' } },
  ],
};

export const equipmentLoans: AppTemplate = {
  ...{ name: 'equipment-loans', title: 'Equipment to lend', base: 'equipment', theme: 'paper' },
  about: 'People sign in, look for equipment, and ask to borrow it; each sees their own loans',
  access: 'signedIn',
  users: { table: 'People', email: 'Email', name: 'Name' },
  pages: [
    listPage({
      ...{ label: 'Equipment', icon: 'laptop', table: 'Equipment' },
      fields: ['Item', 'Kind', 'Condition'],
      filters: ['Kind', 'Condition'],
    }),
    listPage({
      ...{ label: 'My loans', icon: 'hand', table: 'Loans', as: 'list' },
      fields: ['What for', 'Item', 'From', 'Until', 'Returned'],
      add: ['Borrow', 'Borrow something'],
    }),
    formPage({
      ...{ label: 'Borrow', table: 'Loans', button: 'Ask for it', opens: 'My loans' },
      fields: ['What for', 'Item', 'From', 'Until'],
    }),
  ],
  rules: [
    {
      ...{ table: 'Equipment', who: 'signedIn', can: ['read'] },
      fields: ['Item', 'Kind', 'Condition'],
    },
    { table: 'People', who: 'signedIn', can: ['read'], rows: { kind: 'own', field: 'Email' } },
    {
      ...{ table: 'Loans', who: 'signedIn', can: ['read', 'create'], rows: { kind: 'own', field: 'Person' } },
      writable: ['What for', 'Item', 'From', 'Until'],
      presets: { Person: { from: 'user', field: '$id' } },
    },
  ],
};

export const publicRoadmap: AppTemplate = {
  ...{ name: 'public-roadmap', title: 'Public roadmap', base: 'product-roadmap', theme: 'night' },
  about: 'Everybody sees what is planned and what is being built, and says what they miss',
  access: 'public',
  pages: [
    {
      label: 'Roadmap',
      icon: 'map',
      blocks: [
        { type: 'heading', set: { text: 'Roadmap' } },
        {
          type: 'kanban',
          set: {
            table: 'Features',
            fields: ['Feature', 'Planned for'],
            groupField: 'Stage',
            opens: 'Feature',
          },
        },
      ],
    },
    recordPage({
      ...{ label: 'Feature', table: 'Features', name: 'Feature' },
      fields: ['Stage', 'Goal', 'Planned for'],
    }),
    listPage({
      ...{ label: 'Goals', icon: 'flag', table: 'Goals', as: 'list' },
      fields: ['Goal', 'Quarter', 'Why'],
    }),
    formPage({
      ...{ label: 'Say what you miss', table: 'Feedback', button: 'Send', shown: true },
      fields: ['What was said', 'From'],
      done: 'Thank you. We read everything.',
    }),
  ],
  rules: [
    {
      ...{ table: 'Features', who: 'everyone', can: ['read'] },
      fields: ['Feature', 'Stage', 'Goal', 'Planned for'],
    },
    { table: 'Goals', who: 'everyone', can: ['read'], fields: ['Goal', 'Quarter', 'Why'] },
    {
      ...{ table: 'Feedback', who: 'everyone', can: ['create'] },
      writable: ['What was said', 'From'],
      presets: { 'Heard on': { from: 'today' } },
    },
  ],
};
