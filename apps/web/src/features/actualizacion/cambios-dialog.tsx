import { useState } from 'react'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import dialog from '../../components/dialog/dialog.module.css'
import { useIsPhone } from '../../components/theme/viewport.ts'
import { HttpError, untilRefused } from '../../lib/http/http-error.ts'
import type { Cambio, Celda } from './hoja-cambios.ts'
import { valorOf } from './hoja-columnas.ts'
import classes from './hoja.module.css'

/** Most changes that are listed; the others are only counted. */
const MAX_LISTED = 400

interface Linea extends Celda {
  cambio: Cambio
}

/** «+10 %», for an amount that was not 0. */
function differenceOf({ cambio, columna, valor }: Linea): string {
  const before = valorOf(columna, cambio.fila)
  if (columna.kind !== 'monto' || typeof before !== 'number' || typeof valor !== 'number' || before === 0) return ''
  // Only for display: a percentage of almost nothing may exceed the range of an amount.
  const percentage = ((valor - before) / before) * 100
  return `${percentage > 0 ? '+' : ''}${percentage.toLocaleString('en-US', { maximumFractionDigits: 1 })} %`
}

interface CambiosDialogProps {
  cambios: readonly Cambio[]
  onSave: () => Promise<void>
  onClose: () => void
}

/** The changes to be saved, with values before and after. */
export function CambiosDialog({ cambios, onSave, onClose }: CambiosDialogProps) {
  const isPhone = useIsPhone()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<HttpError>()
  const lineas = cambios.flatMap((cambio) => cambio.celdas.map((celda): Linea => ({ ...celda, cambio })))
  const products = `${cambios.length.toLocaleString('en-US')} ${cambios.length === 1 ? 'producto' : 'productos'}`
  const save = async () => {
    setBusy(true)
    setRefusal(undefined)
    await untilRefused(
      onSave().catch((error: unknown) => {
        if (error instanceof HttpError) setRefusal(error)
        throw error
      }),
    )
    setBusy(false)
  }
  return (
    <Dialog opened title={`Revisar ${products}`} onClose={onClose} size={760} fullScreen={isPhone}>
      {refusal && <Alert title={refusal.message} details={refusal.status === 422 ? detailsOf(refusal) : []} />}
      <p className={dialog.message}>Se guardan todos o ninguno. Después podrá deshacerlos juntos.</p>
      <div className={classes.cambios} tabIndex={0} role="region" aria-label="Cambios">
        <table>
          <thead>
            <tr>
              <th scope="col">Producto</th>
              <th scope="col">Campo</th>
              <th scope="col">Antes</th>
              <th scope="col">Después</th>
              <th scope="col" data-number>
                Diferencia
              </th>
            </tr>
          </thead>
          <tbody>
            {lineas.slice(0, MAX_LISTED).map((linea) => (
              <tr key={`${linea.cambio.fila.id} ${linea.columna.id}`}>
                <th scope="row" className={classes.producto}>
                  {linea.cambio.fila.code}
                  <small>{linea.cambio.fila.name}</small>
                </th>
                <td>{linea.columna.label}</td>
                <td>
                  <del>{linea.antes || 'Vacío'}</del>
                </td>
                <td>
                  <ins>{linea.despues || 'Vacío'}</ins>
                </td>
                <td data-number>{differenceOf(linea)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {lineas.length > MAX_LISTED && (
        <p className={classes.nota}>
          Se muestran {MAX_LISTED} de {lineas.length.toLocaleString('en-US')} cambios.
        </p>
      )}
      <div className={dialog.footer}>
        <Button variant="default" onClick={onClose}>
          Seguir editando
        </Button>
        <Button busy={isBusy} busyLabel="Guardando…" onClick={() => void save()}>
          Guardar {products}
        </Button>
      </div>
    </Dialog>
  )
}

const MAX_DETAILS = 20
function detailsOf({ body: { data } }: HttpError): string[] {
  const items = Array.isArray(data) ? data.map(({ message }) => message) : []
  const more = items.length - MAX_DETAILS
  return more > 0 ? [...items.slice(0, MAX_DETAILS), `Y ${more} más, señalados en la hoja.`] : items
}
