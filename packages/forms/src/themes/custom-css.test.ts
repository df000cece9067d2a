import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCustomCss } from './custom-css.ts';

it('D12: keeps rules about how a form looks', () => {
  const { css, faults } = readCustomCss(`
    /* Wider */
    main { max-width: 900px; --w-accent: #123456; font-family: "Gill Sans", serif }
    @media (min-width: 640px) { main > h1 { font-size: calc(2rem + 1vw); color: color-mix(in srgb, red, blue) } }
  `);
  expect(faults).toEqual([]);
  expect(css).toBe(
    'main{max-width:900px;--w-accent:#123456;font-family:"Gill Sans",serif}' +
      '@media (min-width:640px){main>h1{font-size:calc(2rem + 1vw);color:color-mix(in srgb,red,blue)}}',
  );
});

it.each([
  ['selectors', `.a${':not('.repeat(800)}a${')'.repeat(800)}{color:red}`],
  ['selectors with brackets in texts', `.a${':not([a=")"]'.repeat(390)}{color:red}`],
  ['values', `main{width:${'calc('.repeat(800)}1px${')'.repeat(800)}}`],
  ['rules', '@media (width){'.repeat(300)],
])('refuses %s that stand too deep in one another', (_what, css) => {
  expect(readCustomCss(css)).toEqual({ css: '', faults: ['Line 1: brackets stand too deep in one another'] });
});

it('takes any number of brackets that stand side by side', () => {
  const css = `main{margin:${'calc(1px) '.repeat(4).trim()}}`.repeat(40);
  expect(readCustomCss(css)).toEqual({ css, faults: [] });
});

it('holds every rule to what stands in the form', () => {
  expect(readCustomCss('h1, .question:hover label { color: red }')).toEqual({
    css: 'main h1,main .question:hover label{color:red}',
    faults: [],
  });
});

it.each([
  ['an image from elsewhere', 'main { background: url(https://evil.example/x.png) }'],
  ['an image in disguise', 'main { background-image: image-set("https://evil.example/x.png" 1x) }'],
  ['escaped letters', 'main { background: \\75rl(https://evil.example/x.png) }'],
  ['an address in a token', 'main { --w-canvas: url(//evil.example) }'],
  ['an address as the fallback of a token', 'main { background: var(--w-x, url(//evil.example)) }'],
  ['an import', '@import "https://evil.example/x.css";'],
  ['a font from elsewhere', '@font-face { font-family: X; src: url(x.woff2) }'],
  ['what is laid over the page', 'main { position: fixed; inset: 0; z-index: 9 }'],
  ['text that nobody wrote', 'main::before { content: "Your password?" }'],
  ['text as a marker', 'main { list-style-type: "evil" }'],
  ['old scripts', 'main { behavior: url(x.htc); width: expression(alert(1)) }'],
  ['the end of the style element', 'main { color: red } </style><script>alert(1)</script>'],
  ['the end of it in a string', 'main[title="</style><script>alert(1)</script>"] { color: red }'],
  ['the end of it in the name of a font', 'main { font-family: "</style>" }'],
  ['the end of it in a condition', '@media (width < 600px) { main { color: red } }'],
  ['a rule in a rule', 'main { & p { position: fixed } }'],
  ['other rules by name', '@property --x { syntax: "*" } @keyframes x { to { top: 0 } }'],
  ['what takes a question off the page', 'main .question { display: none }'],
  ['what does so by a token', 'main { display: var(--w-x, none) }'],
  ['what is moved over something else', 'main .question { transform: translateY(-200px) }'],
  ['what must not be overruled', 'main [hidden] { display: block !important }'],
  ['the page around the form', 'body { color: red } html > body main { color: red } :root { color: red }'],
  ['what stands beside the form', 'main ~ div { color: red } main + div { color: red }'],
])('leaves out %s, and says so with its line', (_, text) => {
  const { css, faults } = readCustomCss(text);
  expect(css).not.toMatch(
    /url|evil|position|content|import|font-face|expression|<|@property|keyframes|image-set|body|root|display|translate|[~+]/i,
  );
  expect(faults.length).toBeGreaterThan(0);
  expect(faults[0]).toMatch(/^Line 1: /);
});

it('names the line of each thing it leaves out', () => {
  const { faults } = readCustomCss('h1 {\n  color: red;\n  position: fixed;\n}\n@import "x";');
  expect(faults).toEqual([
    'Line 3: the property ‘position’ is not allowed',
    'Line 5: ‘@import’ is not allowed',
  ]);
});

const piece = fc.constantFrom(
  ...[
    'main',
    'h1',
    'body',
    '{',
    '}',
    '(',
    ')',
    ';',
    ':',
    ',',
    '"',
    "'",
    '/*',
    '*/',
    '\\',
    '<',
    '</style>',
    '@media',
  ],
  ...[
    '@import',
    'url(',
    'color',
    'red',
    '--w-x',
    ' ',
    '\n',
    '\u0000',
    '!important',
    '>',
    '~',
    '&',
    '[',
    ']',
    '%',
  ],
);

it('takes any text, and gives what reads the same again', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((parts) => parts.join('')),
      ),
      (text) => {
        const { css } = readCustomCss(text);
        expect(css).not.toMatch(/[<&\\]|url\(|@import|!important/i);
        expect(readCustomCss(css)).toEqual({ css, faults: [] });
      },
    ),
  );
});
