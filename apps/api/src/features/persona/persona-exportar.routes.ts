import { COLUMNAS_PERSONA, exportPersona, ROL_PERSONA_LABEL, type Persona } from '@yupana/contract'
import { ESTADO_REGISTRO_LABEL } from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import { exportLista, type ColumnaExportada } from '../../http/exportacion.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { nextPersonas } from './persona.sql.ts'

const COLUMNAS: Readonly<Record<keyof typeof COLUMNAS_PERSONA, ColumnaExportada<Persona>>> = {
  identificacion: { ancho: 16, valor: ({ identificacion }) => identificacion },
  razon_social: { ancho: 40, valor: ({ razon_social: nombre }) => nombre },
  roles: { valor: ({ roles }) => roles.map((rol) => ROL_PERSONA_LABEL[rol]).join(', ') },
  correo: { ancho: 32, valor: ({ correos }) => correos.join(', ') },
  telefono: { ancho: 16, valor: ({ telefonos }) => telefonos.join(', ') },
  activo: { ancho: 10, valor: ({ activo }) => ESTADO_REGISTRO_LABEL[activo ? 'ACTIVO' : 'INACTIVO'] },
}

export const registerPersonaExportar = (router: Router, deps: Deps) =>
  exportLista(router, deps, {
    endpoint: exportPersona,
    roles: VENDEN,
    nombre: 'Personas',
    headers: COLUMNAS_PERSONA,
    columnas: COLUMNAS,
    next: (tx, { empresaId }, query, desde) => nextPersonas(tx, empresaId, query, desde),
    accion: 'persona.exportar',
    anota: recordAuditoria,
  })
