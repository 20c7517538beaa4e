// `npm run check`: types, style with the import rules, and the tests of the pure packages. The quick part of `npm test`.
// `npm run check -- web/persona api/persona e2e/catalogo`: types and style of those workspaces, and the tests of what is named in them.
import './node-version.mjs'

import path from 'node:path'

import { requireArguments } from './argumentos.mjs'
import { ensureChromium } from './browser.mjs'
import { ensureInstalled } from './install.mjs'
import { checkTypesAndLint, run, runPlaywright, runVitest, workspaces } from './runners.mjs'
import { inRoot } from './sources.mjs'

/** Projects of vitest of a workspace that has several: what runs apart from the others belongs to it. */
const PROJECTS = { web: ['web', 'web-apart'] }

/** «web/persona»: the workspace, and what the paths of its tests contain. Exits when there is no such workspace. */
function readPart(part) {
  const [name, ...rest] = part.split('/')
  const folder = workspaces().find((one) => path.basename(one) === name)
  if (folder !== undefined) return { name, folder, text: rest.join('/') }
  console.error(
    `✖ No hay un espacio de trabajo «${name}».\nUso: npm run check -- [${workspaces()
      .map((one) => path.basename(one))
      .join('|')}[/NOMBRE]] …`,
  )
  process.exit(1)
}

/** The vitest runs of what is named in the workspaces, and the browser tests. */
async function runParts(parts) {
  const results = []
  for (const { name, text } of parts)
    results.push(
      name === 'e2e' ? await runBrowser(text) : await runVitest({ projects: PROJECTS[name] ?? [name], paths: text ? [text] : [] }),
    )
  return results.every(({ ok }) => ok)
}

async function runBrowser(text) {
  const CHROMIUM = ensureChromium() ?? ''
  if (!(await run(inRoot('scripts/build.mjs'), []))) return { ok: false }
  return runPlaywright({ paths: text ? [`e2e/${text}`] : [], env: { ...process.env, CHROMIUM } })
}

requireArguments('npm run check -- [ESPACIO[/NOMBRE] …], por ejemplo web/persona api/persona e2e/catalogo', { sueltos: Infinity })
const parts = process.argv.slice(2).map(readPart)
ensureInstalled()
const sound = parts.length > 0 ? await checkTypesAndLint([...new Set(parts.map(({ folder }) => folder))]) : await checkTypesAndLint()
const passed = parts.length > 0 ? await runParts(parts) : (await runVitest({ projects: ['scripts', 'fiscal', 'contract', 'sri'] })).ok
process.exit(sound && passed ? 0 : 1)
