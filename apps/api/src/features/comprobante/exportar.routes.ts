import { COLUMNAS_COMPROBANTE, exportComprobante, zipComprobante, type ComprobanteFila } from '@yupana/contract'
import { ESTADO_AUTORIZACION_LABEL, nombreComprobante, nombreFormaPago, type EstadoAutorizacion } from '@yupana/fiscal'

import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { exportLista, sendFile, type ColumnaExportada } from '../../http/exportacion.ts'
import type { Router } from '../../http/route.ts'
import { zipOf } from '../../http/zip-stream.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { archivosZip, nextComprobantes } from './lectura/lectura.door.ts'

const COLUMNAS: Readonly<Record<keyof typeof COLUMNAS_COMPROBANTE, ColumnaExportada<ComprobanteFila>>> = {
  numero: { ancho: 18, valor: ({ numero }) => numero },
  fecha_emision: { tipo: 'fecha', valor: ({ fecha_emision: fecha }) => fecha },
  receptor_identificacion: { ancho: 16, valor: ({ receptor_identificacion: identificacion }) => identificacion },
  receptor_nombre: { ancho: 40, valor: ({ receptor_nombre: nombre }) => nombre },
  tipo: { valor: ({ tipo }) => nombreComprobante(tipo) },
  estado_tributario: { ancho: 16, valor: ({ estado_tributario: estado }) => ESTADO_AUTORIZACION_LABEL[estado as EstadoAutorizacion] },
  vendedor: { valor: ({ vendedor }) => vendedor },
  forma_pago: { ancho: 36, valor: ({ formas_pago: formas }) => formas.map((codigo) => nombreFormaPago(codigo) ?? codigo).join(', ') },
  total: { tipo: 'monto', valor: ({ total }) => total },
  clave: { ancho: 52, valor: ({ clave }) => clave },
}

export function registerComprobanteExportar(router: Router, deps: Deps): void {
  exportLista(router, deps, {
    endpoint: exportComprobante,
    roles: VENDEN,
    nombre: 'Comprobantes',
    headers: COLUMNAS_COMPROBANTE,
    columnas: COLUMNAS,
    next: nextComprobantes,
    accion: 'documento.exportar',
    anota: recordAuditoria,
  })
  router.onSession(zipComprobante, { roles: VENDEN, limite: LIMITES.exportacion }, async ({ empresaId, session, body: { ids }, reply }) => {
    const hecho = { empresaId, usuarioId: session.usuarioId, en: deps.clock.now(), detalle: { comprobantes: ids.length } }
    await inEmpresa(deps.db, empresaId, (tx) => recordAuditoria(tx, { ...hecho, accion: 'documento.exportar_archivos' }))
    return sendFile(reply, 'application/zip', 'comprobantes.zip', zipOf(archivosZip(deps, empresaId, ids)))
  })
}
