import { existsSync } from 'node:fs'
import path from 'node:path'

import { defineConfig } from '@playwright/test'

import { WORKERS } from './support/product.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The system's Chromium; undefined leaves the choice to Playwright's own. */
function chromiumPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const candidates = [process.env.CHROMIUM_PATH, ...folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)))]
  return candidates.find((file) => file !== undefined && file !== '' && existsSync(file))
}

const executablePath = chromiumPath()

// Nothing but the product is asked for anything, and nothing draws for a graphics card that is not there.
const QUIET = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
  '--metrics-recording-only',
]

// A camera and a microphone that every machine has.
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/** Waits a minute and a half for an SRI that says nothing. */
const LONGEST = 'sri-callado.spec.ts'

// The same picture on every machine, as far as the browser can help it.
const STEADY = ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb']

export default defineConfig({
  testDir: '.',
  globalSetup: './support/start-product.ts',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI === 'true',
  fullyParallel: false,
  workers: WORKERS,
  reporter: 'list',
  // In this order: the longest wait of all, begun last, would keep the other worker without work.
  projects: [
    { name: 'espera', testMatch: LONGEST },
    { name: 'pantallas', testIgnore: LONGEST },
  ],
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/aspecto/{arg}{ext}',
  updateSnapshots: 'none',
  use: {
    browserName: 'chromium',
    locale: 'es-EC',
    timezoneId: 'America/Guayaquil',
    // The tests of a worker follow each other in one window, emptied between them: what it has loaded and compiled stays.
    reuseContext: true,
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A trace of every test took a seventh of the time: `npx playwright test --trace retain-on-failure` records one.
    trace: 'off',
    launchOptions: {
      args: [...QUIET, ...CAMERA, ...STEADY, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
      ...(executablePath ? { executablePath } : {}),
    },
  },
})
