import { defineConfig } from 'vitest/config'

// One project per package or app, so that each can be run alone: `npx vitest run --project fiscal`.
const project = (name: string, root: string, extra: object = {}) => ({
  test: { name, root, include: ['src/**/*.test.{ts,tsx}'], ...extra },
})

// The files of the web share one page and one load of the kit, which took half of their time. One of these begins with other settings,
// and two count what is asked or still unanswered, to which other screens would add.
const WEB_APART = ['src/app/observe.test.tsx', 'src/lib/http.test.ts', 'src/lib/normas.test.ts']

export default defineConfig({
  test: {
    // Vitest leaves one core to itself, and most test files wait for other processes: two cores would do the work of one.
    maxWorkers: '100%',
    projects: [
      project('fiscal', 'packages/fiscal', { testTimeout: 60_000 }),
      project('contract', 'packages/contract', { testTimeout: 60_000 }),
      project('sri', 'packages/sri', { testTimeout: 60_000 }),
      project('sri-simulator', 'apps/sri-simulator', { testTimeout: 60_000, hookTimeout: 60_000 }),
      project('cli', 'apps/cli', { globalSetup: ['src/testing/build-cli.ts'], testTimeout: 60_000, hookTimeout: 60_000 }),
      project('api', 'apps/api', { globalSetup: ['src/testing/global-setup.ts'], testTimeout: 60_000, hookTimeout: 120_000 }),
      project('web', 'apps/web', { environment: 'jsdom', isolate: false, setupFiles: ['src/testing/clean-slate.ts'], exclude: WEB_APART, testTimeout: 60_000 }),
      project('web-apart', 'apps/web', { environment: 'jsdom', include: WEB_APART, testTimeout: 60_000 }),
    ],
  },
})
