// `npm test`: everything, on any machine. Ends with one line that counts every test: `N passed, N failed`, and what was skipped.
import './node-version.mjs'

import { requireArguments } from './argumentos.mjs'
import { ensureChromium, ensureXmlsec } from './browser.mjs'
import { ensureInstalled } from './install.mjs'
import { checkTypesAndLint, run, runPlaywright, runVitest } from './runners.mjs'
import { inRoot } from './sources.mjs'

requireArguments('npm test')
ensureInstalled()
const chromium = ensureChromium()
ensureXmlsec()
const env = { ...process.env, ...(chromium ? { CHROMIUM: chromium } : {}) }
if (chromium === undefined) console.error('✖ No hay un Chromium ni se pudo instalar: las pruebas en el navegador van a fallar.')

const sound = await checkTypesAndLint()
const built = await run(inRoot('scripts/build.mjs'), [])
const results = [await runVitest({ env }), await runPlaywright({ env })]

const total = (name) => results.reduce((sum, result) => sum + result[name], 0)
if (!sound) console.error('✖ Hay errores de tipos o de estilo (arriba).')
if (!built) console.error('✖ No se pudo construir (arriba).')
for (const name of results.flatMap(({ failures }) => failures)) console.error(`✖ ${name}`)
const skipped = total('skipped')
// Exit code and counts must agree for who reads only one of them.
const failed = total('failed') + (sound ? 0 : 1) + (built ? 0 : 1)
const official = total('official')
if (official > 0)
  console.log(
    `${official} comparisons with the official XSD and WSDL were skipped: the texts are not in ../shared/sri beside the repository`,
  )
if (skipped > official) console.log(`${skipped - official} skipped: what they need is not on this machine`)
console.log(`${total('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed === 0 && results.every((result) => result.ok) ? 0 : 1)
