import type { Contexto, Cotizacion, Persona } from '@yupana/contract'
import { venceCotizacion, VALIDEZ_MAX_DIAS } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'

import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { IntegerField } from '../../components/form/number-fields.tsx'
import { useIsPhone } from '../../components/theme/viewport.ts'
import cabecera from '../../domain/emision/cabecera.module.css'
import { Cliente, Correos } from '../../domain/emision/cliente.tsx'
import { fechaEnPalabras } from '../../domain/emision/fecha-y-numero.tsx'
import hoja from '../../domain/emision/hoja.module.css'
import { Pliegue } from '../../domain/emision/pliegue.tsx'
import { puntoFormOf, serieOf } from '../../domain/emision/series.ts'
import { CreditoCliente } from '../../domain/emision/credito-cliente.tsx'
import { ListaPrecios, useListaDe } from '../../domain/lineas-editor/lista-precios.tsx'
import { Modo } from '../../domain/lineas-editor/modo-precio.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import classes from './cotizacion.module.css'
import { numeroQuery } from './cotizacion.queries.ts'
import type { CotizacionValores } from './cotizacion-valores.ts'

interface DatosProps {
  contexto: Contexto
  cotizacion: Cotizacion | undefined
  hasRates: boolean
  autoFocus: boolean
  onClientChosen: () => void
}

/** Client, dates and number. */
export function Datos({ contexto, cotizacion, hasRates, autoFocus, onClientChosen }: DatosProps) {
  const isPhone = useIsPhone()
  const [fecha, dias] = useWatch<CotizacionValores, ['fecha_emision', 'validez_dias']>({ name: ['fecha_emision', 'validez_dias'] })
  const proposeLista = useListaDe()
  const choose = (persona: Persona | undefined) => {
    proposeLista(persona)
    onClientChosen()
  }
  return (
    <section className={hoja.card} aria-label="Datos de la cotización">
      <div className={cabecera.cabecera}>
        <Cliente nombre="cotización" autoFocus={autoFocus} onChosen={choose} withCorreos={!isPhone} />
        <CreditoCliente />
        <Pliegue
          label="Fecha, validez y punto"
          resumen={[
            fechaEnPalabras(fecha || contexto.hoy),
            dias === undefined ? undefined : `Válida ${dias} ${dias === 1 ? 'día' : 'días'}`,
          ]}
        >
          {isPhone && <Correos nombre="cotización" />}
          <div className={classes.datos}>
            <CampoFecha name="fecha_emision" label="Fecha" max={contexto.hoy} />
            <Validez contexto={contexto} />
            {hasRates && <Modo />}
            <ListaPrecios />
            {!cotizacion && <Serie contexto={contexto} />}
          </div>
        </Pliegue>
      </div>
    </section>
  )
}

function Validez({ contexto: { hoy } }: { contexto: Contexto }) {
  const [fecha, dias] = useWatch<CotizacionValores, ['fecha_emision', 'validez_dias']>({ name: ['fecha_emision', 'validez_dias'] })
  const isDays = dias !== undefined && dias >= 1 && dias <= VALIDEZ_MAX_DIAS
  const vence = isDays && /^\d{4}-\d\d-\d\d$/.test(fecha || hoy) ? venceCotizacion(fecha || hoy, dias) : undefined
  return <IntegerField name="validez_dias" label="Días de validez" description={vence && `Hasta el ${fechaText(vence)}`} />
}

const Numero = ({ numero }: { numero: string }) => (
  <div className={cabecera.numero}>
    <span className="mantine-InputWrapper-label">Número</span>
    <strong>{numero}</strong>
  </div>
)

/** Number of a new quote at the chosen till. */
function Serie({ contexto: { puntos } }: { contexto: Contexto }) {
  const serie = useWatch<CotizacionValores, 'serie'>({ name: 'serie' })
  const { establecimiento, punto } = puntoFormOf(serie)
  const { data } = useQuery({ ...numeroQuery(establecimiento, punto), enabled: serie !== '' })
  if (puntos.length < 2) return <Numero numero={data?.numero ?? serie} />
  const options = puntos.map((one) => ({
    value: serieOf(one),
    label: [serieOf(one), one.descripcion].filter(Boolean).join(' · '),
  }))
  return <SelectField name="serie" label="Punto" options={options} description={data && `Número ${data.numero}`} />
}
