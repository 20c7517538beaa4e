import { INSTALACION, selloOf, type FilaAuditoria } from '../secretos/sello.ts'
import { Recuento, type Hallazgo, type Revision } from './invariante.ts'

interface Fila extends FilaAuditoria {
  orden: number
  sello: Buffer
}

const PAGE = 2000
/** A chain of seals: its rows after a given one, in the order of sealing, and those skipped an hour ago or more. */
interface Cadena {
  filas: string
  sinSello: string
}

const EMPRESAS: Cadena = {
  filas: `
  select s.empresa_id, s.id, a.en, a.usuario_id, a.actor_id, coalesce(a.accion, 'borrada') as accion, a.objeto, a.detalle::text as detalle, s.sello, s.orden
    from (select * from auditoria_sello where (empresa_id, orden) > ($1, $2) order by empresa_id, orden limit ${PAGE}) s
    left join auditoria a on a.empresa_id = s.empresa_id and a.id = s.id order by s.empresa_id, s.orden`,
  sinSello: `
  with suelta as materialized (
    select a.empresa_id, a.id, a.en from auditoria a where not exists (select 1 from auditoria_sello s where s.empresa_id = a.empresa_id and s.id = a.id))
  select a.empresa_id, a.id from suelta a
   where exists (select 1 from auditoria_sello s where s.empresa_id = a.empresa_id and s.id > a.id and s.sellado_en > a.en + interval '1 hour')`,
}

const ADMINISTRACION: Cadena = {
  filas: `
  select $1::text as empresa_id, s.id, h.en, h.usuario_id, null as actor_id, coalesce(h.accion, 'borrada') as accion, h.objeto::text as objeto, h.detalle::text as detalle, s.sello, s.orden
    from (select * from administracion_sello where orden > $2 order by orden limit ${PAGE}) s left join administracion_hecho h on h.id = s.id order by s.orden`,
  sinSello: `
  with suelto as materialized (select h.id, h.en from administracion_hecho h where not exists (select 1 from administracion_sello s where s.id = h.id))
  select '${INSTALACION}' as empresa_id, h.id from suelto h
   where exists (select 1 from administracion_sello s where s.id > h.id and s.sellado_en > h.en + interval '1 hour')`,
}

const dueno = (empresaId: string) => (empresaId === INSTALACION ? 'administración' : `empresa ${empresaId}`)

async function reviewCadena(recuento: Recuento, owner: Revision['owner'], { filas, sinSello }: Cadena): Promise<void> {
  let last = { empresa_id: INSTALACION, orden: 0 }
  let sello: Buffer | undefined
  let broken: string | undefined
  for (;;) {
    const { rows } = await owner.query<Fila>(filas, [last.empresa_id, last.orden])
    for (const fila of rows) {
      if (fila.empresa_id !== last.empresa_id) sello = undefined
      recuento.revisados++
      // After a broken link all later ones break too: only the first is reported.
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

/**
 * I15: each company's chain of seals and the installation's, from the first row; every sealed row exists, and none stays unsealed for long.
 */
export async function reviewAuditoria({ owner }: Pick<Revision, 'owner'>): Promise<Hallazgo[]> {
  const recuento = new Recuento('I15', 'La cadena de sellos de la auditoría está entera')
  await reviewCadena(recuento, owner, ADMINISTRACION)
  await reviewCadena(recuento, owner, EMPRESAS)
  return [recuento.hallazgo()]
}
