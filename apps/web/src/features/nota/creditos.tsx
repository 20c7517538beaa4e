import type { SaldoFactura } from '@yupana/contract'
import { displayMonto, displayNumero, plainMonto, type Monto, type TotalesDocumento } from '@yupana/fiscal'
import { memo, type KeyboardEvent } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { Button } from '../../components/button.tsx'
import { MontoField } from '../../components/form/number-fields.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { entradaOf } from '../../components/form/monto-entrada.ts'
import hoja from '../../domain/emision/hoja.module.css'
import type { CreditoValores, NotaCreditoValores } from './credito-valores.ts'
import classes from './nota.module.css'
import type { Clase } from './nota-valores.ts'

type LineaSaldo = SaldoFactura['lineas'][number]

const FORMAS: readonly { value: CreditoValores['por']; label: string }[] = [
  { value: 'CANTIDAD', label: 'Cantidad' },
  { value: 'MONTO', label: 'Valor' },
]

const isSpent = ({ cantidad, monto }: LineaSaldo) => cantidad <= 0 && monto <= 0
const restOf = (linea: LineaSaldo, por: CreditoValores['por']) => (por === 'CANTIDAD' ? plainMonto(linea.cantidad) : entradaOf(linea.monto))

/** The returned part of each line of the factura, up to its remainder. */
export function Creditos({ totales }: { totales: TotalesDocumento | undefined }) {
  const { setValue, getValues } = useFormContext<NotaCreditoValores>()
  const [saldo, clase] = useWatch<NotaCreditoValores, ['saldo', 'clase']>({ name: ['saldo', 'clase'] })
  if (!saldo) return <p className={hoja.nota}>Elija la factura: aquí aparecen sus líneas con lo que queda por acreditar.</p>
  const all = (isWhole: boolean) =>
    setValue(
      'creditos',
      getValues('creditos').map((credito, at) => {
        const linea = saldo.lineas[at]
        if (!linea || isSpent(linea) || !isWhole) return { ...credito, valor: '' }
        return { ...credito, valor: restOf(linea, credito.por) }
      }),
      { shouldDirty: true },
    )
  // Enter leads to the next line with an input.
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input')]
    const next = fields[fields.indexOf(event.target) + 1]
    next?.focus()
    next?.select()
  }
  const isWhole = clase === 'ANULACION'
  return (
    <section className={classes.creditos} aria-label="Líneas de la factura" onKeyDown={onKey}>
      <div className={classes.saldo}>
        <p className={hoja.nota}>
          Queda por acreditar <strong>{displayMonto(saldo.total)}</strong>
        </p>
        {!isWhole && (
          <span className={classes.botones}>
            <Button variant="subtle" onClick={() => all(true)}>
              Todo lo que queda
            </Button>
            <Button variant="subtle" onClick={() => all(false)}>
              Nada
            </Button>
          </span>
        )}
      </div>
      {saldo.lineas.map((linea, at) => (
        <Credito key={at} at={at} linea={linea} clase={clase} total={totalOf(at, totales)} />
      ))}
    </section>
  )
}

/** Amount of a line of the factura: lines of the totals refer to it. */
function totalOf(at: number, totales: TotalesDocumento | undefined): Monto {
  const found = totales?.lineas.find((linea) => 'linea' in linea && linea.linea === at)
  return found?.precioTotalSinImpuesto ?? 0
}

interface CreditoProps {
  at: number
  linea: LineaSaldo
  clase: Clase
  /** Without taxes. */
  total: Monto
}

const Credito = memo(function Credito({ at, linea, clase, total }: CreditoProps) {
  const { setValue } = useFormContext<NotaCreditoValores>()
  const por = useWatch<NotaCreditoValores, `creditos.${number}.por`>({ name: `creditos.${at}.por` })
  const nombre = `${at + 1}. ${linea.descripcion}`
  const change = (next: CreditoValores['por']) =>
    setValue(`creditos.${at}`, { por: next, valor: restOf(linea, next) }, { shouldDirty: true })
  return (
    <div className={classes.credito} role="group" aria-label={nombre}>
      <div className={classes.linea}>
        <span>{nombre}</span>
        <small className={hoja.nota}>
          {isSpent(linea)
            ? 'Ya acreditada'
            : `Quedan ${displayNumero(linea.cantidad)} · ${displayMonto(linea.monto)}${linea.con_iva ? ' con IVA' : ''}`}
        </small>
      </div>
      {isSpent(linea) || clase === 'ANULACION' ? (
        <span />
      ) : (
        <span className={classes.entrada}>
          {clase === 'CORRECCION' && (
            <NativeSelect
              label="Por"
              value={por}
              data={FORMAS.map((one) => ({ ...one }))}
              onChange={(event) => change(event.currentTarget.value === 'CANTIDAD' ? 'CANTIDAD' : 'MONTO')}
            />
          )}
          <MontoField
            name={`creditos.${at}.valor`}
            label={por === 'CANTIDAD' ? 'Cantidad' : linea.con_iva ? 'Valor con IVA' : 'Valor sin IVA'}
            decimals={por === 'CANTIDAD' ? 0 : 2}
          />
        </span>
      )}
      <strong className={classes.total}>{displayMonto(total)}</strong>
    </div>
  )
})
