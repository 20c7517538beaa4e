import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Linter } from 'eslint'
import tseslint from 'typescript-eslint'
import { expect, it } from 'vitest'

import { LONG_FUNCTIONS } from './long-functions.js'

const root = (file) => fileURLToPath(new URL(`../../${file}`, import.meta.url))

/** Whether a function of the file is longer than the rule allows. */
const isLong = (file) =>
  new Linter()
    .verify(
      readFileSync(root(file), 'utf8'),
      {
        files: ['**/*.{ts,tsx}'],
        languageOptions: { parser: tseslint.parser, parserOptions: { ecmaFeatures: { jsx: file.endsWith('x') } } },
        linterOptions: { reportUnusedDisableDirectives: 'off' },
        rules: { 'max-lines-per-function': ['error', { max: 80 }] },
      },
      { filename: file },
    )
    .some(({ ruleId }) => ruleId === 'max-lines-per-function')

it('excepts only files that still have a function over 80 lines', () => {
  expect(LONG_FUNCTIONS.filter((file) => !existsSync(root(file)) || !isLong(file))).toEqual([])
})
