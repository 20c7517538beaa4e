// Rules of one document that supports a withholding (sri/README §6.4).
import { checkBases, checkPagoExterior, SUSTENTO_DIVIDENDOS, type Fecha } from '@yupana/fiscal'

import { pagoProblems } from '../partes/montos-coherence.ts'
import { reembolsoProblems } from '../partes/reembolso-coherence.ts'
import type { DocSustento } from './retencion-tree.ts'
import { autorizacionProblems } from '../partes/sustento-coherence.ts'
import type { Problema } from '../arbol/validate-tree.ts'

export function docSustentoCoherence(doc: DocSustento, fechaEmision: Fecha, campo: string): Problema[] {
  const isLate = doc.fechaEmisionDocSustento > fechaEmision
  return [
    ...(isLate
      ? [{ campo: `${campo}.fechaEmisionDocSustento`, mensaje: 'El documento de sustento no puede ser posterior a la retención.' }]
      : []),
    ...autorizacionProblems(doc.numAutDocSustento, `${campo}.numAutDocSustento`),
    ...checkPagoExterior(doc, campo),
    ...checkBases(doc, campo),
    ...dividendoProblems(doc, campo),
    ...pagoProblems(doc.pagos, doc.importeTotal, `${campo}.pagos`),
    ...reembolsoProblems(doc.codDocSustento, doc, doc.reembolsos, { totales: campo, reembolsos: `${campo}.reembolsos` }),
  ]
}

const dividendoProblems = (doc: DocSustento, campo: string): Problema[] =>
  doc.codSustento === SUSTENTO_DIVIDENDOS
    ? []
    : doc.retenciones.flatMap(({ dividendos }, at) =>
        dividendos
          ? [
              {
                campo: `${campo}.retenciones[${at}].dividendos`,
                mensaje: `Los dividendos necesitan el código de sustento ${SUSTENTO_DIVIDENDOS}.`,
              },
            ]
          : [],
      )
