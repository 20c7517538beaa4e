import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import js from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

import { boundaries } from './scripts/eslint/boundaries.js'
import { errorCatalogue } from './scripts/eslint/error-catalogue.js'
import { fileRole } from './scripts/eslint/file-role.js'
import { LONG_FUNCTIONS } from './scripts/eslint/long-functions.js'
import { noCycles } from './scripts/eslint/no-cycles.js'
import { noRoomCycles } from './scripts/eslint/no-room-cycles.js'
import { sqlPlace } from './scripts/eslint/sql-place.js'

/** Lines of a function. */
const MOST_LINES = 80

// What ESLint remembers of a file holds for these rules as they are.
const ruleFiles = readdirSync(new URL('./scripts/eslint', import.meta.url)).map((name) =>
  readFileSync(new URL(`./scripts/eslint/${name}`, import.meta.url)),
)
const version = createHash('sha256').update(Buffer.concat(ruleFiles)).digest('hex')

const yupana = {
  meta: { name: 'yupana', version },
  rules: {
    boundaries,
    'no-cycles': noCycles,
    'no-room-cycles': noRoomCycles,
    'file-role': fileRole,
    'sql-place': sqlPlace,
    'error-catalogue': errorCatalogue,
  },
}

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', 'datos/**', 'coverage/**', '**/*.d.ts'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { yupana },
    rules: {
      'yupana/boundaries': 'error',
      'yupana/no-cycles': 'error',
      'yupana/no-room-cycles': 'error',
      'yupana/file-role': 'error',
      'yupana/sql-place': 'error',
      'yupana/error-catalogue': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-syntax': ['error', { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' }],
      eqeqeq: 'error',
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: MOST_LINES }],
      'max-len': ['error', { code: 140, ignoreUrls: true, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true }],
      'no-console': 'error',
    },
  },
  { files: ['**/*.test.{ts,tsx}'], rules: { 'max-lines': ['error', { max: 650 }] } },
  // A group of tests is no function that somebody reads through.
  { files: ['**/*.test.{ts,tsx}', '**/testing/**', 'e2e/**', ...LONG_FUNCTIONS], rules: { 'max-lines-per-function': 'off' } },
  { files: ['**/*.config.ts', 'vitest.config.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['apps/web/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    files: ['scripts/**/*.{js,mjs,ts}', 'e2e/**/*.ts', '*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        Buffer: 'readonly',
        performance: 'readonly',
      },
    },
    rules: { 'no-console': 'off' },
  },
)
