import type { Conteo, DiferenciaConteo } from '@yupana/contract'
import { displayMonto, displayNumero, sum } from '@yupana/fiscal'

import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import dialog from '../../components/dialog/dialog.module.css'
import form from '../../components/form/form.module.css'
import { useIsPhone } from '../../components/theme/viewport.ts'
import classes from './movimiento.module.css'

const signed = (cantidad: number, text: string) => (cantidad > 0 ? `+${text}` : text)
const plural = (n: number, one: string, more: string) => `${n.toLocaleString('en-US')} ${n === 1 ? one : more}`

function resumenOf(diferencias: readonly DiferenciaConteo[]): string {
  const distintas = diferencias.filter(({ diferencia }) => diferencia !== 0)
  if (distintas.length === 0) return 'Lo contado coincide con el stock: no hay nada que ajustar.'
  const valor = sum(distintas.map((one) => one.valor ?? 0))
  const vale = distintas[0]?.valor === null ? '' : `, por ${signed(valor, displayMonto(valor))} en total`
  return `${plural(distintas.length, 'producto', 'productos')} de ${diferencias.length} con diferencia${vale}.`
}

interface ConteoDialogProps {
  conteo: Conteo
  onRegister: () => void
  onClose: () => void
}

/** Effect of a count, before it is registered. */
export function ConteoDialog({ conteo: { diferencias, sin_contar: resto }, onRegister, onClose }: ConteoDialogProps) {
  const isPhone = useIsPhone()
  const canRegister = diferencias.some(({ diferencia }) => diferencia !== 0) && !diferencias.some((one) => one.contado_por_otro)
  return (
    <Dialog opened title="Diferencias del conteo" size={760} fullScreen={isPhone} onClose={onClose}>
      <p className={dialog.message}>{resumenOf(diferencias)}</p>
      <Diferencias diferencias={diferencias} />
      {resto.total > 0 && <SinContar resto={resto} />}
      <div className={dialog.footer}>
        <Button variant="default" onClick={onClose} data-autofocus>
          Seguir contando
        </Button>
        {canRegister && <Button onClick={onRegister}>Registrar conteo</Button>}
      </div>
    </Dialog>
  )
}

function Diferencias({ diferencias }: { diferencias: readonly DiferenciaConteo[] }) {
  const seesCost = diferencias.some(({ valor }) => valor !== null)
  return (
    <div className={`${classes.scroll} ${classes.conteo}`} role="region" aria-label="Diferencias" tabIndex={0}>
      <table className={classes.tabla}>
        <thead>
          <tr>
            <th scope="col">Producto</th>
            {['Sistema', 'Contado', 'Diferencia', ...(seesCost ? ['Valor'] : [])].map((header) => (
              <th key={header} scope="col" data-align="end">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {diferencias.map((one) => (
            <tr key={one.producto.id}>
              <th scope="row">
                {one.producto.name} <span className={classes.codigo}>{one.producto.code}</span>
                <Mientras diferencia={one} />
              </th>
              <td data-align="end">{displayNumero(one.sistema)}</td>
              <td data-align="end">{displayNumero(one.contado)}</td>
              <td data-align="end">{signed(one.diferencia, displayNumero(one.diferencia))}</td>
              {seesCost && <td data-align="end">{one.valor === null ? '—' : displayMonto(one.valor)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Movements of the product since it was counted. */
function Mientras({ diferencia: { movido, contado, contado_por_otro: contadoPorOtro } }: { diferencia: DiferenciaConteo }) {
  if (contadoPorOtro) return <span className={form.error}>Alguien más lo contó después: cuéntelo de nuevo.</span>
  if (movido === 0) return null
  return (
    <span className={classes.codigo}>
      Después {movido > 0 ? 'entraron' : 'salieron'} {displayNumero(Math.abs(movido))}: quedará en {displayNumero(contado + movido)}.
    </span>
  )
}

function SinContar({ resto: { total, productos } }: { resto: Conteo['sin_contar'] }) {
  return (
    <details className={classes.sinContar}>
      <summary>
        {total === 1
          ? 'Un producto con stock en esta bodega no se contó y queda como está'
          : `${total.toLocaleString('en-US')} productos con stock en esta bodega no se contaron y quedan como están`}
      </summary>
      <ul>
        {productos.map(({ id, code, name, cantidad }) => (
          <li key={id}>
            {name} <span className={classes.codigo}>{code}</span> · hay {displayNumero(cantidad)}
          </li>
        ))}
      </ul>
      {total > productos.length && <p className={classes.codigo}>Y {(total - productos.length).toLocaleString('en-US')} más.</p>}
    </details>
  )
}
