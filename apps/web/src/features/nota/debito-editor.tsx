import type { SaldoFactura } from '@yupana/contract'
import { COD_DOC } from '@yupana/fiscal'
import { useDeferredValue, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { loadedPart } from '../../components/loaded-part.tsx'
import { useAtajos } from '../../domain/emision/atajos.ts'
import classes from '../../domain/emision/cabecera.module.css'
import { CamposAdicionales } from '../../domain/emision/campos-adicionales.tsx'
import { FechaYNumero, resumenDeEmision } from '../../domain/emision/fecha-y-numero.tsx'
import hoja from '../../domain/emision/hoja.module.css'
import { Pagos, resumenDePagos } from '../../domain/emision/pagos.tsx'
import { Pantalla } from '../../domain/emision/pantalla.tsx'
import { Pliegue } from '../../domain/emision/pliegue.tsx'
import { TECLAS_EMISION } from '../../domain/emision/teclas.ts'
import { usePantalla, type EditorProps } from '../../domain/emision/use-pantalla.ts'
import { TotalesPanel } from '../../domain/totales-panel/totales-panel.tsx'
import { NOTA_DEBITO } from './nota-debito.ts'
import { FacturaModificada } from './factura-modificada.tsx'
import { Motivos } from './motivos.tsx'
import { isEmptyMotivo, totalesOfNota, type NotaDebitoValores } from './debito-valores.ts'
import { TipoDeNota } from './tipo-de-nota.tsx'

const VistaPrevia = loadedPart(async () => (await import('./debito-vista.tsx')).VistaPrevia)

const TECLAS = { ...TECLAS_EMISION, factura: { code: 'KeyC', alt: true, efecto: 'Ir a la factura' } } as const

/** The editor of a debit note: a factura, reasons with amounts, and payment. */
export function DebitoEditor(props: EditorProps<NotaDebitoValores>) {
  const { contexto, detalle, documento } = props
  const isCorreccion = detalle !== undefined
  const { setValue, getValues } = useFormContext<NotaDebitoValores>()
  const [motivos, modificado, ajeno, fecha] = useWatch<NotaDebitoValores, ['motivos', 'modificado', 'ajeno', 'fecha_emision']>({
    name: ['motivos', 'modificado', 'ajeno', 'fecha_emision'],
  })
  const [serie, pagos] = useWatch<NotaDebitoValores, ['serie', 'pagos']>({ name: ['serie', 'pagos'] })
  const typed = useDeferredValue(motivos)
  const totales = useMemo(() => totalesOfNota({ motivos: typed, modificado, ajeno: ajeno ?? null }), [typed, modificado, ajeno])
  const total = totales?.importeTotal ?? 0
  const pantalla = usePantalla(NOTA_DEBITO, props)
  const { goTo, atajos } = pantalla
  useAtajos(TECLAS, { ...atajos, factura: () => goTo(ajeno ? 'ajeno.numero' : 'modificado') })
  const takeTarifa = (saldo: SaldoFactura | undefined) => {
    const [iva] = saldo?.tarifas ?? []
    if (iva === undefined) return
    setValue(
      'motivos',
      getValues('motivos').map((motivo) => (isEmptyMotivo(motivo) ? { ...motivo, iva } : motivo)),
    )
  }
  return (
    <Pantalla
      {...props}
      tipo={NOTA_DEBITO}
      pantalla={pantalla}
      total={total}
      teclas={TECLAS}
      vistaPrevia={(numero) => <VistaPrevia contexto={contexto} numero={numero} totales={totales} />}
      totales={(emitir) => (
        <TotalesPanel totales={totales} withDescuento={false}>
          {emitir}
        </TotalesPanel>
      )}
    >
      <section className={hoja.card} aria-label="Datos de la nota de débito">
        {!isCorreccion && <TipoDeNota tipo={COD_DOC.NOTA_DEBITO} />}
        <div className={classes.cabecera}>
          <FacturaModificada
            tipo={COD_DOC.NOTA_DEBITO}
            nombre={NOTA_DEBITO.nombre}
            autoFocus={!isCorreccion && documento.valores.modificado === null}
            onFactura={takeTarifa}
            onChosen={() => goTo('motivos.0.razon')}
          />
          <Pliegue
            label="Fecha, número y forma de pago"
            resumen={isCorreccion ? [resumenDePagos(pagos)] : [...resumenDeEmision(contexto, { fecha, serie }), resumenDePagos(pagos)]}
          >
            <div className={classes.emision}>{!isCorreccion && <FechaYNumero contexto={contexto} />}</div>
            <Pagos fecha={fecha || contexto.hoy} total={total} />
          </Pliegue>
        </div>
      </section>
      <Motivos contexto={contexto} />
      <section className={hoja.card} aria-label="Información adicional">
        <CamposAdicionales />
      </section>
    </Pantalla>
  )
}
