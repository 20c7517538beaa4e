import { INSTALACION, selloOf, type FilaAuditoria } from '../sello.ts'
import { Recuento, type Hallazgo, type Revision } from './invariante.ts'

interface Fila extends FilaAuditoria {
  sello: Buffer
}

const PAGE = 2000
/** A chain of seals: its rows after one, and those that were skipped before a sealed one. */
interface Cadena {
  filas: string
  sinSello: string
}

const EMPRESAS: Cadena = {
  filas: `
  select a.empresa_id, a.id, a.en, a.usuario_id, a.actor_id, a.accion, a.objeto, a.detalle::text as detalle, s.sello
    from auditoria_sello s join auditoria a on a.empresa_id = s.empresa_id and a.id = s.id
   where (s.empresa_id, s.id) > ($1, $2) order by s.empresa_id, s.id limit ${PAGE}`,
  sinSello: `
  select a.empresa_id, a.id from auditoria a
   where exists (select 1 from auditoria_sello s where s.empresa_id = a.empresa_id and s.id > a.id)
     and not exists (select 1 from auditoria_sello s where s.empresa_id = a.empresa_id and s.id = a.id)`,
}

const ADMINISTRACION: Cadena = {
  filas: `
  select $1::text as empresa_id, h.id, h.en, h.usuario_id, null as actor_id, h.accion, h.objeto::text as objeto, h.detalle::text as detalle, s.sello
    from administracion_sello s join administracion_hecho h on h.id = s.id where s.id > $2 order by s.id limit ${PAGE}`,
  sinSello: `
  select '${INSTALACION}' as empresa_id, h.id from administracion_hecho h
   where h.id < (select max(id) from administracion_sello) and not exists (select 1 from administracion_sello s where s.id = h.id)`,
}

const dueno = (empresaId: string) => (empresaId === INSTALACION ? 'administración' : `empresa ${empresaId}`)

async function reviewCadena(recuento: Recuento, owner: Revision['owner'], { filas, sinSello }: Cadena): Promise<void> {
  let last = { empresa_id: INSTALACION, id: 0 }
  let sello: Buffer | undefined
  let broken: string | undefined
  for (;;) {
    const { rows } = await owner.query<Fila>(filas, [last.empresa_id, last.id])
    for (const fila of rows) {
      if (fila.empresa_id !== last.empresa_id) sello = undefined
      recuento.revisados++
      // After a broken link all that follow break too: the first one is the news.
      if (broken !== fila.empresa_id && !selloOf(sello, fila).equals(fila.sello)) {
        broken = fila.empresa_id
        recuento.add(`${dueno(fila.empresa_id)}: la fila ${fila.id} (${fila.accion}) no es la que se selló`)
      }
      sello = fila.sello
      last = fila
    }
    if (rows.length < PAGE) break
  }
  const { rows } = await owner.query<{ empresa_id: string; id: number }>(sinSello)
  for (const { empresa_id: empresaId, id } of rows) recuento.add(`${dueno(empresaId)}: la fila ${id} quedó sin sello`)
}

/** I15: each company's chain of seals and the installation's, from the first row; and no sealed row without its row, none skipped before a sealed one. */
export async function reviewAuditoria({ owner }: Pick<Revision, 'owner'>): Promise<Hallazgo[]> {
  const recuento = new Recuento('I15', 'La cadena de sellos de la auditoría está entera')
  await reviewCadena(recuento, owner, ADMINISTRACION)
  await reviewCadena(recuento, owner, EMPRESAS)
  return [recuento.hallazgo()]
}
