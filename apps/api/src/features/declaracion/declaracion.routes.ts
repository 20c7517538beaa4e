import {
  declarar,
  exportPapel,
  listDeclaracion,
  markVenta,
  readAts,
  readCasillero,
  readDefecto,
  readExportacion,
  readPapel,
  reopenPeriodo,
  saveAcuse,
  saveExportacion,
  savePapel,
} from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'

import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { sendFile, sendPdf } from '../../http/exportacion.ts'
import type { Router } from '../../http/route.ts'
import { PRODUCTO } from '../../instalacion/version.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import { ADMINISTRAN, VENDEN } from '../../plugins/sesion/roles.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { zipPresentado } from './ats-presentado.service.ts'
import { zipAts } from './ats.service.ts'
import { listCasillero } from './casillero.service.ts'
import { cualOf } from './cual.service.ts'
import { listDefecto } from './defecto.service.ts'
import * as declaracion from './declaracion.service.ts'
import * as exportacion from './exportacion.service.ts'
import { csvPapel, xlsxPapel } from './papel-hoja.ts'
import { papelImpreso, papelPresentado } from './papel-impreso.ts'
import { readPresentado } from './papel-presentado.service.ts'
import type { Quien } from './papel.service.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** O-32: hidden from USUARIO. */
export function registerDeclaracion(router: Router, deps: Deps): void {
  const ven = { roles: VENDEN }
  const presentan = { ...ven, right: 'declaracion:presentar' } as const
  const hoy = () => fechaIn(deps.clock.now())

  router.on(listDeclaracion, ven, ({ tx, session, query }) => declaracion.listDeclaraciones(deps, tx, session, query.anio))
  router.on(readPapel, ven, ({ tx, session, query }) => declaracion.papel(deps, tx, session, query))
  router.on(readCasillero, ven, ({ tx, session, query: { casillero, page, size, ...cual } }) =>
    listCasillero(tx, cualOf(session, cual, hoy()), { casillero, hoy: hoy() }, { page, size }),
  )
  router.on(readDefecto, ven, ({ tx, session, query: { codigo, page, size, ...cual } }) =>
    listDefecto(tx, cualOf(session, cual, hoy()), codigo, { page, size }),
  )
  router.on(savePapel, presentan, ({ tx, session, body }) => declaracion.save(deps, tx, session, body))
  router.on(declarar, presentan, ({ tx, session, body }) => declaracion.declarar(deps, tx, session, body))
  router.on(reopenPeriodo, { roles: ADMINISTRAN, right: 'declaracion:presentar' }, ({ tx, session, body }) =>
    declaracion.reopen(deps, tx, session, body),
  )
  router.on(saveAcuse, presentan, ({ tx, session, body }) => declaracion.saveAcuse(deps, tx, session, body))
  router.on(markVenta, presentan, ({ tx, session, body }) => declaracion.mark(deps, tx, session, body))
  router.on(readExportacion, ven, ({ tx, session, params }) => exportacion.readExportacion(tx, session, params.id))
  router.on(saveExportacion, presentan, ({ tx, session, params, body }) => exportacion.saveExportacion(deps, tx, session, params.id, body))
  registerArchivos(router, deps)
}

function registerArchivos(router: Router, deps: Deps): void {
  const ven = { roles: VENDEN, limite: LIMITES.exportacion }
  const note = ({ empresaId, usuarioId }: Quien, detalle: Record<string, unknown>) =>
    inEmpresa(deps.db, empresaId, (tx) =>
      recordAuditoria(tx, { empresaId, usuarioId, en: deps.clock.now(), accion: 'declaracion.exportar', detalle }),
    )
  router.onSession(exportPapel, ven, async ({ session, query, reply }) => {
    const { formato, presentada, ...cual } = query
    const hoy = fechaIn(deps.clock.now())
    const { papel, impreso } = await inEmpresa(deps.db, session.empresaId, async (tx) => {
      if (presentada === undefined) {
        const draft = await declaracion.papel(deps, tx, session, cual)
        return { papel: draft, impreso: papelImpreso(draft, session, hoy) }
      }
      const filed = await readPresentado(tx, session, cualOf(session, cual, hoy), presentada)
      return { papel: filed, impreso: papelPresentado(filed) }
    })
    await note(session, query)
    const nombre = `formulario-${cual.formulario}-${cual.periodo}${presentada === undefined ? '' : `-declaracion-${presentada}`}.${formato}`
    if (formato === 'pdf') return sendPdf(reply, nombre, await deps.imprenta.informe(session.empresaId, impreso, { producto: PRODUCTO }))
    return formato === 'csv'
      ? sendFile(reply, 'text/csv; charset=utf-8', nombre, eachOf(csvPapel(papel)))
      : sendFile(reply, XLSX, nombre, xlsxPapel(papel))
  })
  router.onSession(readAts, ven, async ({ session, query: { periodo, electronicas, presentada }, reply }) => {
    const cual = cualOf(session, { formulario: 'ATS', periodo }, fechaIn(deps.clock.now()))
    const { nombre, zip } =
      presentada === undefined
        ? await zipAts(deps.db, session, { periodo: cual.periodo, electronicas: electronicas === 'SI' })
        : await zipPresentado(deps.db, cual, presentada)
    await note(session, { formulario: 'ATS', periodo, ...(presentada !== undefined && { presentada }) })
    return sendFile(reply, 'application/zip', nombre, zip)
  })
}

async function* eachOf(texts: Iterable<string>): AsyncGenerator<string> {
  for (const text of texts) yield await Promise.resolve(text)
}
