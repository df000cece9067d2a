/** What is known of a type that can be made and opened. */
interface BuiltFlowType {
  /** Key of its icon; the interface holds the drawings. */
  readonly icon: 'table' | 'form';
  /** Where a flow of the type opens. */
  readonly route: (publicIdentifier: string) => string;
  /** Which editor opens there. */
  readonly editor: 'base' | 'form';
  /** What a copy holds. */
  readonly duplicates: 'structure and records' | 'draft';
  /** What one export is of. */
  readonly exports: 'one table' | 'answers';
  /** What the trash keeps from it until it is restored. */
  readonly inTrash: 'read-only' | 'unpublished';
  /** What is counted on its card. */
  readonly counts: 'nothing' | 'answers';
}

interface FlowType {
  /** Over a list of them. */
  readonly label: string;
  /** One of them, inside a sentence. */
  readonly noun: string;
  /** Strangers answer it: it can be closed to answers. */
  readonly isAnswered: boolean;
  /** Null: nobody can make or open one, so it is offered nowhere. */
  readonly built: BuiltFlowType | null;
}

/** THE list of what a flow can be. */
const flowTypes = {
  form: {
    label: 'Forms',
    noun: 'form',
    isAnswered: true,
    built: {
      icon: 'form',
      route: (publicIdentifier) => `/editor/${encodeURIComponent(publicIdentifier)}/edit`,
      editor: 'form',
      duplicates: 'draft',
      exports: 'answers',
      inTrash: 'unpublished',
      counts: 'answers',
    },
  },
  quiz: { label: 'Quizzes', noun: 'quiz', isAnswered: true, built: null },
  scheduling: { label: 'Scheduling', noun: 'scheduling form', isAnswered: true, built: null },
  payment: { label: 'Payments', noun: 'payment form', isAnswered: true, built: null },
  base: {
    label: 'Tables',
    noun: 'database',
    isAnswered: false,
    built: {
      icon: 'table',
      route: (publicIdentifier) => `/database/${encodeURIComponent(publicIdentifier)}`,
      editor: 'base',
      duplicates: 'structure and records',
      exports: 'one table',
      inTrash: 'read-only',
      counts: 'nothing',
    },
  },
  zite: { label: 'Zite', noun: 'app', isAnswered: false, built: null },
} as const satisfies { readonly [type: string]: FlowType };

export type FlowTypeName = keyof typeof flowTypes;

export const flowTypeNames = Object.keys(flowTypes) as readonly FlowTypeName[];

/** Whether flows of a type can be made and opened: only then are they offered. */
export const isBuilt = (name: FlowTypeName): boolean => flowType(name).built !== null;

export const flowType = (name: FlowTypeName): FlowType => flowTypes[name];
