import { sql, type RawBuilder } from 'kysely'

/** Whether a user may issue at the point `p` (of `punto_emision p`): at any point, unless he has points of his own. */
export const isPuntoDe = (usuarioId: string): RawBuilder<boolean> => sql<boolean>`
  (not exists (select 1 from usuario_punto u where u.empresa_id = p.empresa_id and u.usuario_id = ${usuarioId}::uuid)
   or exists (select 1 from usuario_punto u where u.empresa_id = p.empresa_id and u.usuario_id = ${usuarioId}::uuid
                and u.establecimiento = p.establecimiento and u.punto = p.codigo))`
