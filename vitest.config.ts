import os from 'node:os'
import { defineConfig } from 'vitest/config'

// One project per package or app, so that each can be run alone: `npx vitest run --project fiscal`. The files of a project share what
// they load, which took a third of their time: none leaves anything behind for the next.
const project = (name: string, root: string, extra: object = {}) => ({
  test: { name, root, include: ['src/**/*.test.{ts,tsx}'], isolate: false, testTimeout: 60_000, ...extra },
})

// One of these begins with other settings, and two count what is asked or still unanswered, to which other screens would add.
const WEB_APART = ['src/app/observe.test.tsx', 'src/lib/http/http.test.ts', 'src/lib/norma/normas.test.ts']

export default defineConfig({
  test: {
    // Most test files wait for other processes, so that one more than there are cores keeps these at work.
    maxWorkers: os.availableParallelism() + 1,
    projects: [
      project('scripts', 'scripts', { include: ['{lint,rules}/*.test.js'] }),
      project('fiscal', 'packages/fiscal'),
      project('contract', 'packages/contract'),
      project('sri', 'packages/sri'),
      project('sri-simulator', 'apps/sri-simulator', { hookTimeout: 60_000 }),
      project('cli', 'apps/cli', { globalSetup: ['src/testing/build-cli.ts'], hookTimeout: 60_000 }),
      project('api', 'apps/api', {
        include: ['{src,harness}/**/*.test.ts'],
        globalSetup: ['src/testing/global-setup.ts'],
        hookTimeout: 120_000,
      }),
      project('web', 'apps/web', { environment: 'jsdom', setupFiles: ['src/testing/clean-slate.ts'], exclude: WEB_APART }),
      project('web-apart', 'apps/web', { environment: 'jsdom', include: WEB_APART, isolate: true }),
    ],
  },
})
