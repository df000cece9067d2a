/** What is known of a type that can be made and opened. */
interface BuiltFlowType {
  /** Key of its icon; the interface holds the drawings. */
  readonly icon: 'table' | 'form' | 'calendar' | 'app';
  /** Where a flow of the type opens. */
  readonly route: (publicIdentifier: string) => string;
  /** Its records lie in a base that has its id. */
  readonly hasBase: boolean;
  /** What a copy takes along: everything, or the document and its settings without the answers. */
  readonly duplicates: 'records' | 'document';
  /** What its card in home draws. */
  readonly preview: FlowPreview;
}

export type FlowPreview = 'records' | 'document' | 'app';

interface FlowType {
  /** Over a list of them. */
  readonly label: string;
  /** One of them, inside a sentence. */
  readonly noun: string;
  /** One of them where its star is spoken of. */
  readonly starNoun: 'app' | 'form' | 'table';
  /** The filter of the home page that shows it. */
  readonly filter: FlowFilter;
  /** The kind of document that people edit and publish; null: there is none. */
  readonly document: 'form' | 'app' | null;
  /** Strangers answer it: it can be closed to answers, has sessions, and moves between organizations. */
  readonly isAnswered: boolean;
  /** Whether making one, also as a copy, takes the right to create databases. */
  readonly needsDatabaseRight: boolean;
  /** Null: nobody can make or open one, so it is offered nowhere. */
  readonly built: BuiltFlowType | null;
}

export type FlowFilter = 'forms' | 'tables' | 'apps' | 'scheduling';

const answered = {
  starNoun: 'form',
  filter: 'forms',
  document: 'form',
  isAnswered: true,
  needsDatabaseRight: false,
} as const;

/** THE list of what a flow can be. */
const flowTypes = {
  form: {
    ...answered,
    label: 'Forms',
    noun: 'form',
    built: {
      icon: 'form',
      route: (publicIdentifier) => `/editor/${encodeURIComponent(publicIdentifier)}/edit`,
      hasBase: true,
      duplicates: 'document',
      preview: 'document',
    },
  },
  quiz: {
    ...answered,
    label: 'Quizzes',
    noun: 'quiz',
    built: {
      icon: 'form',
      route: (publicIdentifier) => `/editor/${encodeURIComponent(publicIdentifier)}/edit`,
      hasBase: true,
      duplicates: 'document',
      preview: 'document',
    },
  },
  scheduling: {
    ...answered,
    label: 'Scheduling',
    noun: 'scheduling form',
    filter: 'scheduling',
    built: {
      icon: 'calendar',
      route: (publicIdentifier) => `/editor/${encodeURIComponent(publicIdentifier)}/edit`,
      hasBase: true,
      duplicates: 'document',
      preview: 'document',
    },
  },
  payment: {
    ...answered,
    label: 'Payments',
    noun: 'payment form',
    built: {
      icon: 'form',
      route: (publicIdentifier) => `/editor/${encodeURIComponent(publicIdentifier)}/edit`,
      hasBase: true,
      duplicates: 'document',
      preview: 'document',
    },
  },
  base: {
    label: 'Tables',
    noun: 'database',
    starNoun: 'table',
    filter: 'tables',
    document: null,
    isAnswered: false,
    needsDatabaseRight: true,
    built: {
      icon: 'table',
      route: (publicIdentifier) => `/database/${encodeURIComponent(publicIdentifier)}`,
      hasBase: true,
      duplicates: 'records',
      preview: 'records',
    },
  },
  zite: {
    label: 'Zite',
    noun: 'app',
    starNoun: 'app',
    filter: 'apps',
    document: 'app',
    isAnswered: false,
    needsDatabaseRight: false,
    built: {
      icon: 'app',
      route: (publicIdentifier) => `/editor/zite/${encodeURIComponent(publicIdentifier)}`,
      hasBase: false,
      duplicates: 'document',
      preview: 'app',
    },
  },
} as const satisfies { readonly [type: string]: FlowType };

export type FlowTypeName = keyof typeof flowTypes;

export const flowTypeNames = Object.keys(flowTypes) as readonly FlowTypeName[];

/** Whether flows of a type can be made and opened: only then are they offered. */
export const isBuilt = (name: FlowTypeName): boolean => flowType(name).built !== null;

/** Whether people answer a form where a flow of the type is published; its answers lie in a base that has its id. */
export const hasForm = (name: FlowTypeName): boolean => flowType(name).document === 'form';

/** Whether the records of such a flow lie in a base that has its id. */
export const hasBase = (name: FlowTypeName): boolean => flowType(name).built?.hasBase ?? false;

/** The types that can be made and that a filter of the home page shows. */
export const typesOf = (filter: FlowFilter | 'all'): readonly FlowTypeName[] =>
  flowTypeNames.filter((name) => isBuilt(name) && (filter === 'all' || flowType(name).filter === filter));

export const flowType = (name: FlowTypeName): FlowType => flowTypes[name];
