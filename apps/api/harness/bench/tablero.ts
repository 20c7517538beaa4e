import http from 'node:http'
import { pathOf, readTablero } from '@yupana/contract'
import pg from 'pg'

import type { EmpresaId } from '../../src/db/empresa-id.ts'
import type { Bench } from './bench.ts'
import { CONTADORA, EMPRESAS_DE_CONTADORA, startMillon } from './busqueda-datos.ts'
import { figuraOf, percentile } from './figura.ts'
import { signIn } from './prepare.ts'
import { timedGet } from './timed-get.ts'

const RONDAS = 200
const CALENTAMIENTO = 20

/** The board of an accountant's companies: from kept sums, and after a change in all of them. */
export const tablero: Bench = async ({ say }) => {
  const installation = await startMillon(say)
  const owner = new pg.Client({ connectionString: installation.database.adminUrl })
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  try {
    await owner.connect()
    const { rows } = await owner.query<{ id: EmpresaId }>('select id from empresa order by ruc desc limit 1')
    const token = await signIn(installation.baseUrl, CONTADORA, rows[0]!.id)
    const read = () => timedGet(agent, installation.baseUrl + pathOf(readTablero), token)
    const times = { kept: [] as number[], changed: [] as number[] }
    for (let n = -CALENTAMIENTO; n < RONDAS; n++) {
      await owner.query('insert into tablero_cambio (empresa_id, ambiente, que) select empresa_id, ambiente, que from tablero_cuenta')
      const [changed, kept] = [await read(), await read()]
      if (n < 0) continue
      times.changed.push(changed)
      times.kept.push(kept)
    }
    const what = `Board of ${EMPRESAS_DE_CONTADORA} companies, at the API`
    return [
      figuraOf({
        name: 'tablero.p95',
        what: `${what}, p95`,
        value: percentile(times.kept, 0.95),
        unit: 'ms',
        target: { sign: '<=', limit: 50 },
      }),
      figuraOf({
        name: 'tablero.cambiado-p95',
        what: '… where everything it counts changed since, in each company, p95',
        value: percentile(times.changed, 0.95),
        unit: 'ms',
      }),
    ]
  } finally {
    agent.destroy()
    await owner.end()
    await installation.stop()
  }
}
