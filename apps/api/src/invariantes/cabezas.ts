import type { Cabeza } from '../secretos/cabeza.ts'
import { INSTALACION } from '../secretos/sello.ts'
import { Recuento, type Hallazgo, type Revision } from './invariante.ts'

/** Heads of the database, and the given ones, that differ from the seal of their row. */
const CAMBIADAS = `
  select c.dia, c.id, coalesce(e.ruc, c.ruc) as ruc, s.id is not null as existe
    from (select dia::text, empresa_id, null as ruc, id, sello from auditoria_cabeza
          union all select dia::text, '${INSTALACION}'::uuid, null, id, sello from administracion_cabeza
          union all select dia, empresa_id, ruc, id, decode(sello, 'hex') from unnest($1::text[], $2::uuid[], $3::text[], $4::bigint[], $5::text[]) as f(dia, empresa_id, ruc, id, sello)) c
    left join (select empresa_id, id, sello from auditoria_sello union all select '${INSTALACION}'::uuid, id, sello from administracion_sello) s
      on s.empresa_id = c.empresa_id and s.id = c.id
    left join empresa e on e.id = c.empresa_id
   where s.sello is distinct from c.sello order by c.dia, c.empresa_id`

/** Each head, in the database or outside, must still be the seal of its row: a chain rewritten from some row on has other seals. */
export async function reviewCabezas({ owner }: Pick<Revision, 'owner'>, externas: readonly Cabeza[]): Promise<Hallazgo> {
  const recuento = new Recuento('I15', 'Las cabezas diarias de la auditoría, también las guardadas fuera, son las de la cadena')
  const {
    rows: [propias],
  } = await owner.query<{ n: number }>(
    'select (select count(*) from auditoria_cabeza)::int + (select count(*) from administracion_cabeza)::int as n',
  )
  recuento.revisados = (propias?.n ?? 0) + externas.length
  const columns = (['dia', 'empresa', 'ruc', 'id', 'sello'] as const).map((field) => externas.map((cabeza) => cabeza[field]))
  const { rows } = await owner.query<{ dia: string; id: number; ruc: string; existe: boolean }>(CAMBIADAS, columns)
  for (const { ruc, dia, id, existe } of rows)
    recuento.add(
      `${ruc ? `empresa ${ruc}` : 'administración'}: la cabeza del ${dia}, fila ${id}, ${existe ? 'tiene hoy otro sello' : 'ya no existe'}`,
    )
  return { ...recuento.hallazgo(), ...(recuento.revisados === 0 && { omitido: 'ningún día ha terminado todavía' }) }
}
