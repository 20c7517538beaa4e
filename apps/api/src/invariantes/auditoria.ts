import { selloOf, type FilaAuditoria } from '../sello.ts'
import { Recuento, type Hallazgo, type Revision } from './invariante.ts'

interface Fila extends FilaAuditoria {
  sello: Buffer
}

const PAGE = 2000
const QUERY = `
  select a.empresa_id, a.id, a.en, a.usuario_id, a.actor_id, a.accion, a.objeto, a.detalle::text as detalle, s.sello
    from auditoria_sello s join auditoria a on a.empresa_id = s.empresa_id and a.id = s.id
   where (s.empresa_id, s.id) > ($1, $2) order by s.empresa_id, s.id limit ${PAGE}`

/** I15: each company's chain of seals, from its first row; and no sealed row without its row, none skipped before a sealed one. */
export async function reviewAuditoria({ owner }: Pick<Revision, 'owner'>): Promise<Hallazgo[]> {
  const recuento = new Recuento('I15', 'La cadena de sellos de la auditoría está entera')
  let last = { empresa_id: '00000000-0000-0000-0000-000000000000', id: 0 }
  let sello: Buffer | undefined
  let broken = ''
  for (;;) {
    const { rows } = await owner.query<Fila>(QUERY, [last.empresa_id, last.id])
    for (const fila of rows) {
      if (fila.empresa_id !== last.empresa_id) sello = undefined
      recuento.revisados++
      // After a broken link all that follow break too: the first one is the news.
      if (broken !== fila.empresa_id && !selloOf(sello, fila).equals(fila.sello)) {
        broken = fila.empresa_id
        recuento.add(`empresa ${fila.empresa_id}: la fila ${fila.id} (${fila.accion}) no es la que se selló`)
      }
      sello = fila.sello
      last = fila
    }
    if (rows.length < PAGE) break
  }
  const { rows } = await owner.query<{ detalle: string }>(
    `select 'empresa ' || a.empresa_id || ': la fila ' || a.id || ' quedó sin sello' as detalle from auditoria a
      where exists (select 1 from auditoria_sello s where s.empresa_id = a.empresa_id and s.id > a.id)
        and not exists (select 1 from auditoria_sello s where s.empresa_id = a.empresa_id and s.id = a.id)`)
  for (const { detalle } of rows) recuento.add(detalle)
  return [recuento.hallazgo()]
}
