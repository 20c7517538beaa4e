import { existsSync } from 'node:fs'
import path from 'node:path'

import { defineConfig } from '@playwright/test'

import { WORKERS } from './support/product.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Path of the system's Chromium; undefined uses Playwright's own. */
function chromiumPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const candidates = [process.env.CHROMIUM_PATH, ...folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)))]
  return candidates.find((file) => file !== undefined && file !== '' && existsSync(file))
}

const executablePath = chromiumPath()

// The browser makes no calls of its own, and does not draw for a missing graphics card.
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

// A fake camera and microphone, on every machine.
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/** Waits one and a half minutes for an SRI that does not answer. */
const LONGEST = 'sri-callado.spec.ts'

// The same picture on every machine, as far as the browser allows.
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
  // In this order: the longest test, if begun last, would leave the other worker idle.
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
    // The tests of a worker share one window, emptied between them, so that loaded and compiled code stays.
    reuseContext: true,
    contextOptions: { reducedMotion: 'reduce' },
    // Playwright's own would take a picture of every test, and keep those of failures: support/test.ts does it.
    screenshot: 'off',
    // Traces of every test took a seventh of the time: `npx playwright test --trace retain-on-failure` records one.
    trace: 'off',
    launchOptions: {
      args: [...QUIET, ...CAMERA, ...STEADY, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
      ...(executablePath ? { executablePath } : {}),
    },
  },
})
