/**
 * The picture of ARCHITECTURE.md as rules: a package may know what stands below it, through its door, and nothing else.
 * `testkit`, `product-tests` and `bench` are never shipped.
 */
const levels = [
  ['std'],
  ['core', 'documents', 'payments'],
  ['history', 'imports', 'forms', 'scheduling', 'apps'],
  ['protocol'],
  ['client', 'ui', 'db', 'integrations'],
  ['public'],
  ['server', 'web'],
];
const pure = 'std|core|documents|payments|history|imports|forms|scheduling|apps|protocol';
const shipped = levels.flat().join('|');
/** What may import test libraries and other packages' `./testing`. */
const testCode = '(\\.test\\.tsx?|\\.bench\\.ts|/testing\\.ts|-laws\\.ts)$';
const unshipped = '^packages/(testkit|product-tests|bench)/';

const inside = (names) => `^packages/(${names})/`;

const upwards = levels.map((names, level) => ({
  name: `level-${level}-knows-only-below`,
  comment: 'Imports only go down. What two packages of a level share belongs below both.',
  severity: 'error',
  from: { path: inside(names.join('|')) },
  to: { path: inside(levels.slice(level).flat().join('|')), pathNot: '^packages/$1/' },
}));

/** The folders of client, each of which imports only those after it. */
const clientFolders = ['memory', 'base', 'queue', 'rows', 'feed', 'transport'];
const clientFolder = (names) => `^packages/client/src/(${names.join('|')})/`;
const clientUpwards = clientFolders.slice(1).map((name, i) => ({
  name: `client-${name}-knows-only-below`,
  comment: 'Folders of client import one way: base, queue, rows, feed, transport; memory is for tests.',
  severity: 'error',
  from: { path: clientFolder([name]), pathNot: testCode },
  to: { path: clientFolder(clientFolders.slice(0, i + 1)) },
}));

/** The folders of the base editor, each of which imports only those after it. */
const editorFolders = ['tabs', 'record', 'history', 'fields', 'views', 'open', 'edits'];
const editorFolder = (names) => `^packages/web/src/features/base/(${names.join('|')})/`;
const editorUpwards = editorFolders.slice(1).map((name, i) => ({
  name: `editor-${name}-knows-only-below`,
  comment: 'Folders of the base editor import one way: tabs, record, history, fields, views, open, edits.',
  severity: 'error',
  from: { path: editorFolder([name]), pathNot: testCode },
  to: { path: editorFolder(editorFolders.slice(0, i + 1)) },
}));

const serverFeature = '^packages/server/src/features/([^/]+)/';
/** Folders every feature of the server stands on, each of which imports only those after it. */
const serverGround = [
  'openapi',
  'operations',
  'documents',
  'presence',
  'mail',
  'files',
  'ai',
  'pdf',
  'jobs',
  'secrets',
  'audit',
  'rpc',
  'http',
  'metrics',
];
const serverFolder = (names) => `^packages/server/src/(${names.join('|')})/`;
const serverUpwards = serverGround.slice(1).map((name, i) => ({
  name: `server-${name}-knows-only-below`,
  comment: 'Ground folders of server import one way, so that none is a pair with another.',
  severity: 'error',
  from: { path: serverFolder([name]), pathNot: testCode },
  to: { path: serverFolder(serverGround.slice(0, i + 1)) },
}));
const serverRules = [
  ...serverUpwards,
  {
    name: 'server-ground-knows-no-feature',
    comment: 'What every feature stands on is given what it needs by compose.ts.',
    severity: 'error',
    from: {
      path: '^packages/server/src/',
      pathNot: [
        testCode,
        '^packages/server/src/(features|seed)/',
        '^packages/server/src/(compose|running-server|main|operate)\\.ts$',
      ],
    },
    to: { path: '^packages/server/src/(features|seed)/|^packages/server/src/compose\\.ts$' },
  },
  {
    name: 'server-features-meet-in-flows-and-bases',
    comment: 'A feature reaches another only through flows or bases.',
    severity: 'error',
    from: { path: serverFeature, pathNot: testCode },
    to: {
      path: '^packages/server/src/(features/|seed/|compose\\.ts$)',
      pathNot: ['^packages/server/src/features/$1/', '^packages/server/src/features/(flows|bases)/'],
    },
  },
  {
    name: 'server-base-methods-know-no-attachments',
    comment: 'Attachments load bases as the methods do; the other way around they would be a pair.',
    severity: 'error',
    from: { path: '^packages/server/src/features/bases/methods/', pathNot: testCode },
    to: { path: '^packages/server/src/features/bases/attachments/' },
  },
  {
    name: 'server-flows-know-no-feature',
    severity: 'error',
    from: { path: '^packages/server/src/features/flows/', pathNot: testCode },
    to: { path: '^packages/server/src/features/(?!flows/)' },
  },
];

const webFeature = '^packages/web/src/features/([^/]+)/';
/** Which file of a web feature may import another feature, and why. */
const betweenWebFeatures = [
  {
    from: 'base/BasePage',
    to: 'import',
    why: 'Files are imported into a table, and one that was interrupted is offered.',
  },
  {
    from: 'base/(ShareBase|ExportBase)',
    to: 'home',
    why: 'A database is shared and exported from its own menu, as from its card.',
  },
  { from: 'forms/ResultsTab', to: 'base', why: 'The answers of a form are shown in the grid.' },
  { from: 'forms/results/\\w+', to: 'base', why: 'An answer is a record of the base that keeps it.' },
  { from: 'forms/ConditionsDialog', to: 'base', why: 'Conditions about answers are edited as filters.' },
  {
    from: 'forms/(FromTable|SourceSetting|integrations/(ConnectDatabaseDialog|DatabaseSection|MappingEditor))',
    to: 'connect-database',
    why: 'A form reads and writes a table, which is chosen as in every editor.',
  },
  {
    from: 'connect-database/(ChooseDatabaseDialog|ConnectAirtable|ConnectSheets|DescribedDatabase|UsersOfBase)',
    to: '(import|creation)',
    why: 'A database to connect is made of a file, of what a service keeps, or of a description.',
  },
  {
    from: 'import/(AccountChoice|use-sign-in|airtable/[\\w-]+|google-sheets/[\\w-]+)',
    to: 'integrations',
    why: 'What is imported is chosen from connections, which are made there as well.',
  },
  {
    from: 'forms/third-party/[\\w-]+',
    to: 'integrations',
    why: 'A form writes to connections, which are chosen and made there as well.',
  },
  {
    from: 'forms/payments/\\w+',
    to: 'integrations',
    why: 'A form is paid into a connected account, which is chosen and connected there as well.',
  },
  {
    from: 'forms/(FromService|NewFormPage)',
    to: '(integrations|import)',
    why: 'A form may begin as one of another service, which is chosen from connections.',
  },
  {
    from: 'apps/(integrations/\\w+|app-queries)',
    to: 'forms',
    why: 'The integrations of an app are set up and watched as those of a form.',
  },
  {
    from: 'apps/(connect|create)/\\w+',
    to: 'connect-database',
    why: 'An app shows a database, which is chosen as in every editor.',
  },
  {
    from: 'apps/(blocks|rules|settings|values)/\\w+',
    to: 'base',
    why: 'Blocks and rules choose, sort and filter the records of a table as its views do.',
  },
  { from: 'home/HomeView', to: 'import', why: 'A file dropped on home is imported there.' },
  {
    from: 'home/(CreateDialog|create-blank)',
    to: '(import|creation)',
    why: 'It leads to the ways a database is made.',
  },
  { from: 'home/HomeLayout', to: 'auth', why: 'Home asks to verify the address one signed up with.' },
  {
    from: 'home/(SchedulingPage|use-flow-menu)',
    to: 'scheduling',
    why: 'Scheduling forms are listed as home lists flows; their settings are opened from their menu.',
  },
  { from: 'home/Sidebar', to: 'settings', why: 'People are invited from home.' },
];
const listed = betweenWebFeatures.map(({ from }) => `^packages/web/src/features/${from}\\.tsx?$`);
const webFeatureRules = [
  {
    name: 'web-features-know-no-other',
    comment: 'What two features need belongs in session or shell; an exception is listed with its reason.',
    severity: 'error',
    from: { path: webFeature, pathNot: [testCode, ...listed] },
    to: { path: '^packages/web/src/features/', pathNot: '^packages/web/src/features/$1/' },
  },
  ...betweenWebFeatures.map(({ from, to, why }, i) => ({
    name: `web-features-know-no-other-${i + 1}`,
    comment: `Listed for another feature. ${why}`,
    severity: 'error',
    from: { path: `^packages/web/src/features/(?:${from.replaceAll('(', '(?:')})\\.tsx?$` },
    to: {
      path: '^packages/web/src/features/',
      pathNot: `^packages/web/src/features/(?:${from.split('/')[0]}|${to})/`,
    },
  })),
];

const forbidden = [
  ...upwards,
  ...clientUpwards,
  ...editorUpwards,
  ...serverRules,
  {
    name: 'server-shows-nothing',
    comment: 'The server has no screen and is nobody else’s client.',
    severity: 'error',
    from: { path: inside('server') },
    to: { path: inside('client|ui') },
  },
  {
    name: 'published-pages-are-a-program-of-their-own',
    comment: 'Strangers load them: nothing of the application, of React or of its calls gets in.',
    severity: 'error',
    from: { path: inside('public'), pathNot: testCode },
    to: {
      path: [inside('web|server|client|protocol|db|history|imports'), 'node_modules/react'],
      reachable: true,
    },
  },
  {
    name: 'web-knows-no-published-page',
    severity: 'error',
    from: { path: inside('web') },
    to: { path: inside('public') },
  },
  {
    name: 'web-shell-knows-no-feature',
    comment: 'What every page stands on is small, and the features stand on it.',
    severity: 'error',
    from: { path: '^packages/web/src/shell/', pathNot: testCode },
    to: { path: '^packages/web/src/features/' },
  },
  {
    name: 'web-session-knows-no-feature',
    comment: 'Being signed in and saving are the same on every page that edits.',
    severity: 'error',
    from: { path: '^packages/web/src/session/', pathNot: testCode },
    to: { path: '^packages/web/src/features/' },
  },
  {
    name: 'web-editor-knows-no-feature',
    comment: 'What the editors of all documents have stands below each of them.',
    severity: 'error',
    from: { path: '^packages/web/src/editor/', pathNot: testCode },
    to: { path: '^packages/web/src/features/' },
  },
  ...webFeatureRules,
  {
    name: 'web-reaches-data-through-client',
    severity: 'error',
    from: { path: inside('web') },
    to: { path: inside('db|integrations') },
  },
  {
    name: 'one-outgoing-http-client',
    comment: 'The world outside is called through OutgoingHttp, which refuses private addresses.',
    severity: 'error',
    from: { path: inside(shipped), pathNot: ['^packages/integrations/src/safe-fetch/', testCode] },
    to: { path: 'node_modules/undici/' },
  },
  {
    name: 'nothing-shipped-knows-the-test-packages',
    severity: 'error',
    from: { path: inside(shipped), pathNot: testCode },
    to: { path: unshipped },
  },
  {
    name: 'only-doors',
    comment:
      'Other packages are entered through src/index.ts, the grid and loads through their own, or src/testing.ts in tests.',
    severity: 'error',
    from: { path: '^packages/([^/]+)/' },
    to: {
      path: '^packages/',
      pathNot: ['^packages/$1/', '^packages/[^/]+/src/(index|testing|(grid|import)/index)\\.ts$', '\\.css$'],
    },
  },
  {
    name: 'packages-by-name',
    comment: 'Another package is imported as @weft/…, never by a relative path.',
    severity: 'error',
    from: { path: '^packages/([^/]+)/' },
    to: {
      path: '^packages/',
      pathNot: '^packages/$1/',
      dependencyTypes: ['local'],
      dependencyTypesNot: ['aliased-workspace'],
    },
  },
  {
    name: 'pure-packages-touch-no-world',
    comment: 'Clock, zone, ids, decoders and streams come in as arguments.',
    severity: 'error',
    from: { path: inside(pure), pathNot: testCode },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'browser-packages-know-no-node',
    severity: 'error',
    from: { path: '^packages/(client|ui|public|web)/src/', pathNot: testCode },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'no-cycles',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'not-to-unresolvable',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'nothing-undeclared',
    comment: 'Not in the package.json of the package (or, for tools, of the root).',
    severity: 'error',
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'undetermined'] },
  },
  {
    name: 'what-ships-reaches-no-test-code',
    comment:
      'Generators, test servers and test libraries are behind ./testing or in tests, not behind the door.',
    severity: 'error',
    from: { path: `^packages/(${shipped})/src/(index|main|[a-z-]*worker)\\.tsx?$` },
    to: {
      path: '/src/testing\\.ts$|node_modules/(vitest|fast-check|@playwright|playwright|@axe-core)/',
      reachable: true,
    },
  },
  {
    name: 'tests-are-not-imported',
    severity: 'error',
    from: {},
    to: { path: '\\.(test|bench|e2e)\\.tsx?$' },
  },
];

export default {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules|/dist/' },
    exclude: { path: '/dist/|\\?(url|raw|worker|inline)' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.web.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
