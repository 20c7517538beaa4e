import { LONG_FUNCTIONS } from './scripts/lint/long-functions.js'

/** Lines of a function. */
const MOST_LINES = 80

const OWN = ['boundaries', 'no-cycles', 'no-room-cycles', 'file-role', 'sql-place', 'error-catalogue', 'line-length']
const errors = (...names) => Object.fromEntries(names.map((name) => [name, 'error']))

// Beside what oxlint calls `correctness`.
export default {
  ignorePatterns: ['**/dist/**', 'datos/**', 'coverage/**', '**/*.d.ts'],
  options: { respectEslintDisableDirectives: false, reportUnusedDisableDirectives: 'error', maxWarnings: 0 },
  plugins: ['typescript', 'import'],
  jsPlugins: ['./scripts/lint/plugin.js'],
  categories: { correctness: 'error' },
  rules: {
    ...errors(
      'no-array-constructor',
      'no-case-declarations',
      'no-empty',
      'no-fallthrough',
      'no-prototype-builtins',
      'no-redeclare',
      'no-regex-spaces',
      'no-undef',
      'no-unexpected-multiline',
      'no-useless-assignment',
      'no-var',
      'prefer-const',
      'prefer-rest-params',
      'prefer-spread',
      'preserve-caught-error',
      'typescript/ban-ts-comment',
      'typescript/consistent-type-assertions',
      'typescript/no-empty-object-type',
      'typescript/no-explicit-any',
      'typescript/no-namespace',
      'typescript/no-require-imports',
      'typescript/no-unnecessary-type-constraint',
      'typescript/no-unsafe-function-type',
    ),
    'yupana/no-unread-sum': 'error',
    'no-irregular-whitespace': ['error', { skipJSXText: false, skipRegExps: false, skipTemplates: false }],
    'no-unused-vars': ['error', { argsIgnorePattern: '^$', varsIgnorePattern: '^$' }],
  },
  overrides: [
    {
      files: ['**/*.{ts,tsx,mts,cts}'],
      rules: {
        ...errors(...OWN.map((name) => `yupana/${name}`)),
        'no-undef': 'off',
        'no-redeclare': 'off',
        'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
        'import/no-default-export': 'error',
        eqeqeq: 'error',
        'max-lines': ['error', { max: 400 }],
        'max-lines-per-function': ['error', { max: MOST_LINES }],
        'no-console': 'error',
      },
    },
    { files: ['**/*.test.{ts,tsx}'], rules: { 'max-lines': ['error', { max: 650 }] } },
    // A group of tests is no function that somebody reads through.
    { files: ['**/*.test.{ts,tsx}', '**/testing/**', 'e2e/**', ...LONG_FUNCTIONS], rules: { 'max-lines-per-function': 'off' } },
    { files: ['apps/web/boot/*.js'], env: { browser: true }, rules: { 'no-var': 'off' } },
    { files: ['**/*.config.ts'], rules: { 'import/no-default-export': 'off' } },
    {
      files: ['apps/web/**/*.{ts,tsx}'],
      excludeFiles: ['**/*.test.{ts,tsx}'],
      plugins: ['typescript', 'import', 'react'],
      rules: errors(
        'react/error-boundaries',
        'react/exhaustive-deps',
        'react/globals',
        'react/immutability',
        'react/incompatible-library',
        'react/preserve-manual-memoization',
        'react/purity',
        'react/refs',
        'react/rules-of-hooks',
        'react/set-state-in-effect',
        'react/set-state-in-render',
        'react/static-components',
        'react/unsupported-syntax',
        'react/use-memo',
      ),
    },
    {
      files: ['scripts/**/*.{js,mjs,ts}', 'e2e/**/*.ts', '*.js'],
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
      rules: { 'no-console': 'off' },
    },
  ],
}
