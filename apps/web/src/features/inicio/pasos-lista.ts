import type { Inicio } from '@yupana/contract'

import { hasRight, isAdmin } from '../../lib/sesion/rights.ts'

export interface Paso {
  id: keyof Inicio['pasos']
  title: string
  hint: string
  /** Address where the step is done; undefined where this user may not do it. */
  to: string | undefined
  isDone: boolean
}

/** First steps, in the order that leads to a factura. */
export function pasosOf(done: Inicio['pasos']): Paso[] {
  const paso = (id: Paso['id'], title: string, hint: string, to: string, isMine: boolean): Paso => ({
    id,
    title,
    hint,
    to: isMine ? to : undefined,
    isDone: done[id],
  })
  return [
    paso('empresa', 'Datos de la empresa', 'Establecimientos y puntos de emisión', '/empresa_perfil?seccion=puntos', isAdmin()),
    paso(
      'condiciones',
      'Régimen y contabilidad',
      'Confírmelos una vez: antes no se puede emitir',
      '/empresa_perfil?seccion=condiciones',
      isAdmin(),
    ),
    paso('firma', 'Firma electrónica', 'El archivo .p12 con el que se firman las facturas', '/empresa_perfil?seccion=firma', isAdmin()),
    paso('producto', 'Primer producto', 'Lo que vende, con su precio e IVA', '/producto/registro', hasRight('producto:crear')),
    paso('cliente', 'Primer cliente', 'A quién le factura', '/persona/registro', hasRight('persona:crear')),
    paso('factura', 'Primera factura autorizada', 'Emítala y siga su autorización', '/documento/registro', hasRight('documento:emitir')),
  ]
}
