import type { CotizacionVersion } from '@yupana/contract'
import { displayMonto, displayNumero, sum } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'

import { Alert } from '../../components/alert.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { DownloadButton } from '../../components/download-button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { downloadVersion, versionQuery } from './version.queries.ts'
import classes from './versiones.module.css'

interface VersionDialogProps {
  id: string
  numero: string
  n: number
  onClose: () => void
}

/** A version as the client received it, read-only. */
export function VersionDialog({ id, numero, n, onClose }: VersionDialogProps) {
  const { data, isError } = useQuery(versionQuery(id, n))
  return (
    <Dialog opened title={`Cotización ${numero}, versión ${n}`} onClose={onClose} size={720}>
      {isError && <Alert title="No se pudo abrir la versión." details={['Cierre esta ventana y vuelva a intentar.']} />}
      {!data && !isError && <Skeleton label="Abriendo la versión" lines={['60%', '100%', '100%', '80%']} />}
      {data && <Contenido version={data} />}
      <div className={classes.pie}>
        <DownloadButton onDownload={() => untilRefused(downloadVersion({ id, numero, n }))}>Descargar PDF</DownloadButton>
      </div>
    </Dialog>
  )
}

function Contenido({ version: { form, calculo, fecha_emision, vence } }: { version: CotizacionVersion }) {
  const { comprador, condiciones, info_adicional } = form
  return (
    <div className={classes.contenido}>
      <p>
        Para <strong>{comprador.razon_social}</strong> ({comprador.identificacion})
      </p>
      <p className={classes.nota}>
        Fecha {fechaText(fecha_emision)} · Válida hasta el {fechaText(vence)}
      </p>
      <div className={classes.detalle} role="region" aria-label="Detalle" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Descripción</th>
              <th scope="col" data-end>
                Cantidad
              </th>
              <th scope="col" data-end>
                P. unitario
              </th>
              <th scope="col" data-end>
                Subtotal
              </th>
            </tr>
          </thead>
          <tbody>
            {form.lineas.map(({ descripcion, cantidad }, at) => (
              <tr key={at}>
                <td>{descripcion}</td>
                <td data-end>{displayNumero(cantidad)}</td>
                <td data-end>{displayMonto(calculo.lineas[at]?.precio_unitario ?? 0)}</td>
                <td data-end>{displayMonto(calculo.lineas[at]?.base ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <dl className={classes.totales} aria-label="Totales de la versión">
        {[
          ['Subtotal', calculo.subtotal] as const,
          ...(calculo.descuento > 0 ? [['Descuento incluido', calculo.descuento] as const] : []),
          ['Impuestos', sum(calculo.impuestos.map(({ valor }) => valor))] as const,
          ['Total', calculo.total] as const,
        ].map(([nombre, monto]) => (
          <div key={nombre}>
            <dt>{nombre}</dt>
            <dd>{displayMonto(monto)}</dd>
          </div>
        ))}
      </dl>
      {condiciones && (
        <p className={classes.condiciones}>
          <strong>Condiciones:</strong> {condiciones}
        </p>
      )}
      {info_adicional.map(({ nombre, valor }) => (
        <p key={nombre}>
          <strong>{nombre}:</strong> {valor}
        </p>
      ))}
    </div>
  )
}
