import type { ComprobanteDetalle, ExportacionAts, ExportacionLeida } from '@yupana/contract'
import { CLASE_EXPORTACION_LABEL, displayMonto, INGRESOS_EXTERIOR, PAISES, REGIMEN_EXTERIOR_LABEL, TIPO_SUJETO_LABEL } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import classes from './comprobante.module.css'
import { ExportacionDialog } from './exportacion-dialog.tsx'
import { exportacionQuery } from './exportacion.queries.ts'

/** The export data that the ATS needs in addition to the factura. */
export function DetalleExportacion({ documento }: { documento: ComprobanteDetalle }) {
  const { data } = useQuery(exportacionQuery(documento.id))
  return data && data.clases.length > 0 ? <Seccion documento={documento} leida={data} /> : null
}

function Seccion({ documento, leida }: { documento: ComprobanteDetalle; leida: ExportacionLeida }) {
  const [isOpen, setOpen] = useState(false)
  const { datos, declarada } = leida
  return (
    <section className={classes.card} aria-labelledby="exportacion">
      <h2 id="exportacion">Datos de exportación para el ATS</h2>
      {datos ? (
        <dl className={`${classes.datos} ${classes.columnas}`}>
          {renglonesOf(datos, leida).map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>Faltan: sin ellos esta venta no sale en el ATS. Escríbalos cuando los tenga, aunque sea días después de facturar.</p>
      )}
      {declarada !== null && <p className={classes.muted}>El ATS {declarada} ya se declaró: para cambiarlos, reabra el período.</p>}
      {declarada === null && hasRight('declaracion:presentar') && (
        <div className={classes.footer}>
          <Button variant={datos ? 'default' : 'filled'} onClick={() => setOpen(true)}>
            {datos ? 'Cambiar los datos' : 'Escribir los datos'}
          </Button>
        </div>
      )}
      {isOpen && <ExportacionDialog documento={documento} leida={leida} onClose={() => setOpen(false)} />}
    </section>
  )
}

const nombreOf = (tabla: readonly { codigo: string; nombre: string }[], codigo: string) =>
  tabla.find((one) => one.codigo === codigo)?.nombre ?? codigo

/** The saved export data, in the order of the form. */
function renglonesOf(datos: ExportacionAts, { valor }: ExportacionLeida): [label: string, text: string][] {
  const { refrendo, documento_transporte: transporte, fecha_embarque: embarque, valor_fob: fob, tipo_ingreso: ingreso } = datos
  const regimen = datos.regimen_nombre ?? REGIMEN_EXTERIOR_LABEL[datos.regimen]
  const rows: [string, string | null][] = [
    ['Clase de exportación', CLASE_EXPORTACION_LABEL[datos.clase]],
    ['El cliente es', `${TIPO_SUJETO_LABEL[datos.tipo_cliente]}${datos.parte_relacionada ? ', parte relacionada' : ''}`],
    ['País del cliente', `${nombreOf(PAISES, datos.pais)}, régimen fiscal: ${regimen.toLowerCase()}`],
    ['País de destino', nombreOf(PAISES, datos.pais_destino)],
    ['Refrendo', refrendo],
    ['Documento de transporte', transporte],
    ['Fecha de embarque', embarque && fechaText(embarque)],
    ['Valor FOB', fob === null ? null : displayMonto(fob)],
    ['Tipo de ingreso', ingreso && nombreOf(INGRESOS_EXTERIOR, ingreso)],
    ['Impuesto pagado en ese país', ingreso && (datos.impuesto_exterior === null ? 'Ninguno' : displayMonto(datos.impuesto_exterior))],
    ['Valor del comprobante', displayMonto(valor)],
  ]
  return rows.filter((row): row is [string, string] => row[1] !== null)
}
