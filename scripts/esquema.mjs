// `node scripts/esquema.mjs`: writes apps/api/src/db/esquema.md from a database with every migration, the one the tests clone.
import './node-version.mjs'

import { requireArguments } from './argumentos.mjs'
import { ensureInstalled } from './install.mjs'
import { runVitest } from './runners.mjs'

requireArguments('node scripts/esquema.mjs')
ensureInstalled()
const { ok } = await runVitest({ projects: ['api'], paths: ['harness/esquema'], env: { ...process.env, YUPANA_ESQUEMA: 'escribir' } })
console.log(ok ? '✔ apps/api/src/db/esquema.md está al día.' : '✖ El esquema no se pudo escribir.')
process.exit(ok ? 0 : 1)
