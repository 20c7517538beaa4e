import { COLUMNAS_AUDITORIA_TODAS, exportAuditoria, searchAuditoria } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { exportLista, type ColumnaExportada } from '../../http/exportacion.ts'
import { ADMINISTRAN } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import { recordAuditoria } from './hecho-empresa.sql.ts'
import * as consulta from './consulta.service.ts'

const quienText = ({ quien, actor }: consulta.HechoExportado) =>
  actor === null ? (quien ?? 'El sistema') : `${actor} (soporte)${quien === null ? '' : `, en nombre de ${quien}`}`

const COLUMNAS: Readonly<Record<keyof typeof COLUMNAS_AUDITORIA_TODAS, ColumnaExportada<consulta.HechoExportado>>> = {
  id: { tipo: 'numero', valor: ({ numero }) => numero },
  en: { tipo: 'momento', valor: ({ en }) => en },
  accion: { ancho: 28, valor: ({ accion }) => accion },
  quien: { ancho: 32, valor: quienText },
  objeto: { ancho: 32, valor: ({ nombre, objeto }) => nombre ?? objeto },
  detalle: { ancho: 60, valor: ({ detalle }) => JSON.stringify(detalle) },
  sellado: { ancho: 10, valor: ({ sellado }) => (sellado === null ? null : sellado ? 'Sí' : 'No') },
  usuario_id: { ancho: 38, valor: ({ usuario_id: id }) => id },
  actor_id: { ancho: 38, valor: ({ actor_id: id }) => id },
  objeto_id: { ancho: 38, valor: ({ objeto }) => objeto },
  sello: { ancho: 66, valor: ({ sello }) => sello?.toString('hex') ?? null },
}

export function registerAuditoria(router: Router, deps: Deps): void {
  router.on(searchAuditoria, { roles: ADMINISTRAN }, ({ tx, empresaId, query }) => consulta.searchAuditoria(tx, empresaId, query))
  exportLista(router, deps, {
    endpoint: exportAuditoria,
    roles: ADMINISTRAN,
    nombre: 'Auditoria',
    headers: COLUMNAS_AUDITORIA_TODAS,
    columnas: COLUMNAS,
    next: (tx, { empresaId }, query, desde) => consulta.nextAuditoria(tx, empresaId, query, desde),
    accion: 'auditoria.exportar',
    anota: recordAuditoria,
  })
}
