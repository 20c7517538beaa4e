import type { Almacen } from '../almacen/almacen.ts'
import { connectOwner } from './tablas.ts'

export interface Faltantes {
  /** Number of files named by the database. */
  archivos: number
  /** Those missing in the storage, wholly or in part: company and name of each. */
  faltan: { ruc: string; nombre: string }[]
}

/** Looks in the storage for every file named by the database. @throws 503 when the storage does not answer */
export async function findFaltantes(adminUrl: string, almacen: Pick<Almacen, 'list'>): Promise<Faltantes> {
  const present = new Set<string>()
  for await (const lote of almacen.list()) for (const objeto of lote) present.add(objeto)
  const client = await connectOwner(adminUrl)
  try {
    const { rows } = await client.query<{ ruc: string; nombre: string; objetos: string[] }>(
      `select e.ruc, a.nombre, array_agg(p.objeto::text) as objetos
         from archivo a join empresa e on e.id = a.empresa_id join archivo_parte p on p.empresa_id = a.empresa_id and p.archivo_id = a.id
        group by a.empresa_id, a.id, e.ruc, a.nombre order by e.ruc, a.nombre`,
    )
    const faltan = rows.filter(({ objetos }) => objetos.some((objeto) => !present.has(objeto))).map(({ ruc, nombre }) => ({ ruc, nombre }))
    return { archivos: rows.length, faltan }
  } finally {
    await client.end().catch(() => undefined)
  }
}

const MOST = 20

/** The report, a line each. */
export function lineasDeFaltantes({ archivos, faltan }: Faltantes): string[] {
  if (archivos === 0) return []
  const unos = (n: number) => `${n.toLocaleString('es-EC')} ${n === 1 ? 'archivo guardado' : 'archivos guardados'}`
  if (faltan.length === 0) return [`${unos(archivos)}: están todos.`]
  const rest = faltan.length - MOST
  return [
    `De ${unos(archivos)} faltan ${faltan.length.toLocaleString('es-EC')}: compruebe S3_URL o ARCHIVOS_DIR. Si son los de siempre, esos archivos se perdieron:`,
    ...faltan.slice(0, MOST).map(({ ruc, nombre }) => `  ${ruc}: ${nombre}`),
    ...(rest > 0 ? [`  … y ${rest.toLocaleString('es-EC')} más.`] : []),
  ]
}
