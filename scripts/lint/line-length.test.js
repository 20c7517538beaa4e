import { expect, it } from 'vitest'

import { complaints } from './complaints.js'
import { root } from './layers.js'
import { lineLength } from './line-length.js'

const x = (times) => 'x'.repeat(times)
const said = (code, name = 'apps/api/src/nota.ts') => complaints(lineLength, root, name, code)

it.each([
  ['a name', `export const ${x(140)} = 1`],
  ['a comment', `const a = 'short'\n// ${x(138)}\nexport { a }`],
  ['a comment of several lines', `/* a\n${x(141)}\n*/`],
  ['words on a page', `export const A = () => <p>${x(140)}</p>`, 'apps/web/src/lib/a.tsx'],
])('refuses a line that is too long by %s', (_what, code, name) => {
  expect(said(code, name)).toEqual(['This line has more than 140 characters.'])
})

it.each([
  ['140 characters', `// ${x(137)}`],
  ['140 characters that are pairs in memory', `// ${'😀'.repeat(137)}`],
  ['an address', `// https://sri.gob.ec/${x(140)}`],
  ['a text', `export const a = '${x(140)}'`],
  ['a text between texts', `export const a = \`\n${x(141)}\n\``],
  ['a pattern', `export const a = /${x(140)}/`],
  ['the type of a text', `export type A = '${x(140)}'`],
])('allows %s', (_what, code) => {
  expect(said(code)).toEqual([])
})
