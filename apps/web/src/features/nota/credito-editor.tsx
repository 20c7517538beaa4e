import type { SaldoFactura } from '@yupana/contract'
import { COD_DOC } from '@yupana/fiscal'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { TextField } from '../../components/form/text-field.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { useAtajos } from '../../domain/emision/atajos.ts'
import classes from '../../domain/emision/cabecera.module.css'
import { CamposAdicionales } from '../../domain/emision/campos-adicionales.tsx'
import { FechaYNumero, resumenDeEmision } from '../../domain/emision/fecha-y-numero.tsx'
import hoja from '../../domain/emision/hoja.module.css'
import { Pantalla } from '../../domain/emision/pantalla.tsx'
import { Pliegue } from '../../domain/emision/pliegue.tsx'
import { TECLAS_EMISION } from '../../domain/emision/teclas.ts'
import { usePantalla, type EditorProps } from '../../domain/emision/use-pantalla.ts'
import type { LineasHandle } from '../../domain/lineas-editor/lineas-editor.tsx'
import { Modo } from '../../domain/lineas-editor/modo-precio.tsx'
import { TotalesPanel } from '../../domain/totales-panel/totales-panel.tsx'
import { untilRefused } from '../../lib/http/http-error.ts'
import { NOTA_CREDITO } from './nota-credito.ts'
import { ClaseField } from './clase-field.tsx'
import { totalesOfCredito, withSaldo, type NotaCreditoValores } from './credito-valores.ts'
import { Creditos } from './creditos.tsx'
import { FacturaModificada } from './factura-modificada.tsx'
import { readFactura } from './nota.queries.ts'
import { TipoDeNota } from './tipo-de-nota.tsx'

const VistaPrevia = loadedPart(async () => (await import('./credito-vista.tsx')).VistaPrevia)
const LineasAjenas = loadedPart(async () => (await import('./lineas-ajenas.tsx')).LineasAjenas)

const TECLAS = { ...TECLAS_EMISION, factura: { code: 'KeyC', alt: true, efecto: 'Ir a la factura' } } as const

/** Takes over the remainder of a factura. For a draft it is read anew, since notes may have been issued meanwhile. */
function useSaldo(facturaId: string | undefined) {
  const { setValue, getValues, setError } = useFormContext<NotaCreditoValores>()
  const put = ({ modo, saldo, creditos }: Pick<NotaCreditoValores, 'modo' | 'saldo' | 'creditos'>) => {
    setValue('modo', modo)
    setValue('saldo', saldo)
    setValue('creditos', creditos)
  }
  const refresh = useEffectEvent(async (id: string) => {
    const saldo = await readFactura(id, COD_DOC.NOTA_CREDITO)
    put(withSaldo(getValues(), saldo))
    if (saldo.impedimento !== null) setError('modificado', { type: 'manual', message: saldo.impedimento })
  })
  useEffect(() => {
    if (facturaId !== undefined) void untilRefused(refresh(facturaId))
  }, [facturaId])
  return (saldo: SaldoFactura | undefined) =>
    put(saldo ? withSaldo({ ...getValues(), creditos: [] }, saldo) : { saldo: null, creditos: [], modo: 'NETO' })
}

/** The editor of a credit note: a factura, a purpose, and the returned part of each line. */
export function CreditoEditor(props: EditorProps<NotaCreditoValores>) {
  const { contexto, detalle, documento } = props
  const isCorreccion = detalle !== undefined
  const lineas = useRef<LineasHandle>(null)
  const valores = useDeferredValue(useWatch<NotaCreditoValores>() as NotaCreditoValores)
  const { ajeno } = valores
  const totales = useMemo(() => totalesOfCredito(valores), [valores])
  const total = totales?.importeTotal ?? 0
  const pantalla = usePantalla(NOTA_CREDITO, props, (campo) => {
    if (campo.startsWith('lineas')) lineas.current?.focus(campo)
    return campo.startsWith('lineas')
  })
  const { goTo, atajos } = pantalla
  useAtajos(TECLAS, { ...atajos, factura: () => goTo(ajeno ? 'ajeno.numero' : 'modificado') })

  const take = useSaldo(documento.valores.modificado?.documento_id)

  return (
    <Pantalla
      {...props}
      tipo={NOTA_CREDITO}
      pantalla={pantalla}
      total={total}
      teclas={TECLAS}
      vistaPrevia={(numero) => <VistaPrevia contexto={contexto} numero={numero} totales={totales} />}
      totales={(emitir) => <TotalesPanel totales={totales}>{emitir}</TotalesPanel>}
    >
      <section className={hoja.card} aria-label="Datos de la nota de crédito">
        {!isCorreccion && <TipoDeNota tipo={COD_DOC.NOTA_CREDITO} />}
        <div className={classes.cabecera}>
          <FacturaModificada
            tipo={COD_DOC.NOTA_CREDITO}
            nombre={NOTA_CREDITO.nombre}
            autoFocus={!isCorreccion && documento.valores.modificado === null}
            onFactura={take}
            onChosen={() => goTo('clase')}
          />
          <div className={classes.cliente}>
            <ClaseField />
            <TextField name="motivo" label="Motivo" required />
          </div>
          <Pliegue
            label="Fecha y número"
            resumen={isCorreccion ? [] : resumenDeEmision(contexto, { fecha: valores.fecha_emision, serie: valores.serie })}
          >
            <div className={classes.emision}>
              {!isCorreccion && <FechaYNumero contexto={contexto} />}
              {ajeno && <Modo />}
            </div>
          </Pliegue>
        </div>
      </section>
      {ajeno ? (
        <LineasAjenas contexto={contexto} lineas={lineas} />
      ) : (
        <div className={hoja.card}>
          <Creditos totales={totales} />
        </div>
      )}
      <section className={hoja.card} aria-label="Información adicional">
        <CamposAdicionales />
      </section>
    </Pantalla>
  )
}
