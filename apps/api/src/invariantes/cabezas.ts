import type { Cabeza } from '../cabeza.ts'
import { Recuento, type Hallazgo, type Revision } from './invariante.ts'

/** Each head, kept in the database or outside, is still the seal of its row: a chain written anew from some row on is another chain. */
export async function reviewCabezas({ owner }: Pick<Revision, 'owner'>, externas: readonly Cabeza[]): Promise<Hallazgo> {
  const recuento = new Recuento('I15', 'Las cabezas diarias de la auditoría, también las guardadas fuera, son las de la cadena')
  const { rows } = await owner.query<{ empresa_id: string; ruc: string; dia: string; id: number; sello: string }>(
    `select c.empresa_id, e.ruc, c.dia::text as dia, c.id, encode(c.sello, 'hex') as sello from auditoria_cabeza c join empresa e on e.id = c.empresa_id order by c.dia, c.empresa_id`)
  const cabezas = [...rows.map(({ empresa_id: empresa, ...row }): Cabeza => ({ empresa, ...row })), ...externas]
  recuento.revisados = cabezas.length
  for (const { empresa, ruc, dia, id, sello } of cabezas) {
    const { rows: [found] } = await owner.query<{ sello: string }>(`select encode(sello, 'hex') as sello from auditoria_sello where empresa_id = $1 and id = $2`, [empresa, id])
    if (found?.sello !== sello) recuento.add(`empresa ${ruc}: la cabeza del ${dia}, fila ${id}, ${found ? 'tiene hoy otro sello' : 'ya no existe'}`)
  }
  return { ...recuento.hallazgo(), ...(cabezas.length === 0 && { omitido: 'ningún día ha terminado todavía' }) }
}
