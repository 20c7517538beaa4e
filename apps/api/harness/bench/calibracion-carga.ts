import { sign } from 'node:crypto'
import pg from 'pg'
import { renderRideComprobante } from '@yupana/sri'

import { facturaMuestra } from './factura-muestra.ts'
import { testKey } from './test-key.ts'

/** Kinds of work that measure a machine; each is a fixed piece. */
export const PIEZAS = ['js', 'rsa', 'sql', 'pdf'] as const
export type Pieza = (typeof PIEZAS)[number]

export interface CalibracionPedida {
  readonly pieza: Pieza
  readonly adminUrl: string
  readonly ms: number
}

export interface Calibrado {
  readonly kind: 'calibrado'
  readonly porSegundo: number
}

export const isCalibrado = (message: unknown): message is Calibrado => (message as Calibrado | undefined)?.kind === 'calibrado'

const TEXTO = JSON.stringify(
  Array.from({ length: 400 }, (_, n) => ({ id: n, nombre: `ARTÍCULO ${n}`, precio: n * 1_250_000, notas: ['a', 'b', String(n)] })),
)
const DATOS = Buffer.alloc(1_200, 'x')
const SUMA = 'select sum(n * n % 7), count(distinct n % 97) from generate_series(1, 4000) n'

/** One piece: texts and numbers in JavaScript, a signature, a computation of the database, or a drawn page. */
async function piezaOf(pieza: Pieza, adminUrl: string): Promise<{ work: () => unknown; end: () => Promise<void> }> {
  const nothing = () => Promise.resolve()
  if (pieza === 'js')
    return {
      work: () =>
        (JSON.parse(TEXTO) as { nombre: string; precio: number }[])
          .sort((a, b) => b.nombre.localeCompare(a.nombre))
          .reduce((sum, { precio }) => (sum * 31 + precio) % 1_000_003, 7),
      end: nothing,
    }
  if (pieza === 'rsa') return { work: () => sign('RSA-SHA1', DATOS, testKey()), end: nothing }
  if (pieza === 'pdf')
    return {
      work: () =>
        renderRideComprobante({ tipo: 'factura', documento: facturaMuestra(1, 10) }, { formato: 'A4', marcas: [], producto: 'Yupana' }),
      end: nothing,
    }
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  return { work: () => client.query({ name: 'pieza', text: SUMA }), end: () => client.end() }
}

async function measure({ pieza, adminUrl, ms }: CalibracionPedida): Promise<number> {
  const { work, end } = await piezaOf(pieza, adminUrl)
  try {
    const count = async (until: number) => {
      let done = 0
      while (performance.now() < until) {
        await work()
        done++
      }
      return done
    }
    await count(performance.now() + ms / 4)
    const began = performance.now()
    const done = await count(began + ms)
    return (done * 1000) / (performance.now() - began)
  } finally {
    await end()
  }
}

/** A process of the calibration: on request it repeats one piece for a while. */
export function serveCalibracion(): void {
  process.channel?.ref()
  process.on('message', (message) => {
    void measure(message as CalibracionPedida).then((porSegundo) => process.send?.({ kind: 'calibrado', porSegundo } satisfies Calibrado))
  })
  process.send?.('ready')
}
