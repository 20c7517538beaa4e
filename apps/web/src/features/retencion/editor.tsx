import type { Contexto } from '@yupana/contract'
import {
  displayMonto,
  IMPUESTO_RETENIDO_LABEL,
  REGIMEN_LABEL,
  REGIMENES,
  sujetoText,
  TIPO_IDENTIFICACION,
  TIPO_SUJETO_LABEL,
  TIPOS_SUJETO,
  type ImpuestoRetenido,
  type Monto,
} from '@yupana/fiscal'
import { IconChevronRight } from '@tabler/icons-react'
import { memo, useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { CampoFecha, CampoMes } from '../../components/form/campo-fecha.tsx'
import { CheckboxField, SelectField } from '../../components/form/choice-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { useIsPhone } from '../../components/theme/viewport.ts'
import adicional from '../../domain/emision/adicional.module.css'
import { useAtajos } from '../../domain/emision/atajos.ts'
import cabecera from '../../domain/emision/cabecera.module.css'
import { CamposAdicionales } from '../../domain/emision/campos-adicionales.tsx'
import { Correos } from '../../domain/emision/cliente.tsx'
import { FechaYNumero, resumenDeEmision } from '../../domain/emision/fecha-y-numero.tsx'
import hoja from '../../domain/emision/hoja.module.css'
import { Pantalla } from '../../domain/emision/pantalla.tsx'
import { PersonaField } from '../../domain/emision/persona-field.tsx'
import { Pliegue } from '../../domain/emision/pliegue.tsx'
import { TECLAS_EMISION } from '../../domain/emision/teclas.ts'
import { usePantalla, type EditorProps } from '../../domain/emision/use-pantalla.ts'
import panel from '../../domain/totales-panel/totales-panel.module.css'
import { RETENCION } from './retencion.ts'
import { useProveedorSeguido } from './proveedor-del-dia.ts'
import classes from './retencion.module.css'
import { retenido, totalOf, type RetencionValores } from './retencion-valores.ts'
import { Sustentos } from './sustentos.tsx'

const VistaPrevia = loadedPart(async () => (await import('./vista-previa.tsx')).VistaPrevia)

const TECLAS = { ...TECLAS_EMISION, proveedor: { code: 'KeyC', alt: true, efecto: 'Ir al proveedor' } } as const

/** The editor of a retención on purchases: supplier, documents, and the withholding of each. */
export function Editor(props: EditorProps<RetencionValores>) {
  const { contexto, detalle, documento } = props
  const isCorreccion = detalle !== undefined
  const docs = useDeferredValue(useWatch<RetencionValores, 'docs'>({ name: 'docs' }))
  const total = useMemo(() => totalOf({ ...documento.valores, docs }), [documento, docs])
  const pantalla = usePantalla(RETENCION, props)
  const { goTo, atajos } = pantalla
  // Kept, so that the form parts do not render again with every total.
  const [go] = useState(() => goTo)
  useAtajos(TECLAS, { ...atajos, proveedor: () => goTo('comprador') })
  return (
    <Pantalla
      {...props}
      tipo={RETENCION}
      pantalla={pantalla}
      total={total ?? 0}
      teclas={TECLAS}
      vistaPrevia={(numero) => <VistaPrevia contexto={contexto} numero={numero} total={total} />}
      totales={(emitir) => (
        <Resumen total={total} docs={docs}>
          {emitir}
        </Resumen>
      )}
    >
      <Proveedor contexto={contexto} isCorreccion={isCorreccion} onGo={go} />
      <Sustentos contexto={contexto} onGo={go} />
      <section className={hoja.card} aria-label="Información adicional">
        <CamposAdicionales />
      </section>
    </Pantalla>
  )
}

const TIPOS = [true, false].map((value) => ({ value, label: sujetoText(value) }))
const REGIMEN_OPTIONS = REGIMENES.map((value) => ({ value, label: REGIMEN_LABEL[value] }))
const SUJETOS = [{ value: '', label: 'Elija' }, ...TIPOS_SUJETO.map((value) => ({ value, label: TIPO_SUJETO_LABEL[value] }))]

interface ProveedorProps {
  contexto: Contexto
  isCorreccion: boolean
  onGo: (campo: string) => void
}

/** The supplier, with the facts that decide the amount. */
const Proveedor = memo(function Proveedor({ contexto, isCorreccion, onGo }: ProveedorProps) {
  const { setValue } = useFormContext<RetencionValores>()
  const onProveedor = useProveedorSeguido()
  const isPhone = useIsPhone()
  const [comprador, fecha, serie, proveedor] = useWatch<RetencionValores, ['comprador', 'fecha_emision', 'serie', 'proveedor']>({
    name: ['comprador', 'fecha_emision', 'serie', 'proveedor'],
  })
  return (
    <section className={hoja.card} aria-label="Datos de la retención">
      <div className={cabecera.cabecera}>
        <div className={cabecera.cliente}>
          <PersonaField
            name="comprador"
            label="Proveedor"
            rol="proveedor"
            autoFocus={!isCorreccion && comprador === null}
            onChosen={(persona) => {
              setValue('correos', persona?.correos.join(', ') ?? '')
              onProveedor()
              onGo('docs.0.numero')
            }}
          />
          <Pliegue
            label="Fecha, número y régimen"
            resumen={[
              ...(isCorreccion ? [] : resumenDeEmision(contexto, { fecha, serie })),
              `${sujetoText(proveedor.sociedad)}, ${REGIMEN_LABEL[proveedor.regimen]}`,
            ]}
          >
            <Correos nombre={RETENCION.nombre} />
            <SelectField name="proveedor.sociedad" label="El proveedor es" options={TIPOS} />
            <SelectField name="proveedor.regimen" label="Régimen del proveedor" options={REGIMEN_OPTIONS} />
            {!isCorreccion && <FechaYNumero contexto={contexto} />}
            {isPhone && <Mas contexto={contexto} />}
          </Pliegue>
          {comprador?.tipo_identificacion === TIPO_IDENTIFICACION.EXTERIOR && (
            <SelectField name="tipo_sujeto" label="Sujeto retenido del exterior" options={SUJETOS} required />
          )}
        </div>
        {!isPhone && <Mas contexto={contexto} />}
      </div>
    </section>
  )
})

/** Facts that seldom decide the amount. */
const Mas = ({ contexto }: { contexto: Contexto }) => (
  <details>
    <summary className={adicional.summary}>
      <IconChevronRight size={18} aria-hidden="true" />
      Más del proveedor, período y fecha de pago
    </summary>
    <div className={classes.mas}>
      <div className={classes.casillas}>
        <CheckboxField name="proveedor.especial" label="Contribuyente especial" />
        <CheckboxField name="proveedor.publico" label="Institución del Estado" />
        <CheckboxField name="proveedor.exportador" label="Exportador habitual de bienes" />
        <CheckboxField name="proveedor.habitual" label="Proveedor habitual" />
        <CheckboxField name="parte_relacionada" label="Parte relacionada" />
      </div>
      <div className={cabecera.cliente}>
        <CampoMes name="periodo" label="Período fiscal" description="El de la fecha de emisión, si no dice otro." />
        <CampoFecha name="pago_fecha" label="Fecha del pago" max={contexto.hoy} description="Solo si un porcentaje cambió desde el pago." />
        <TextField name="pago_motivo" label="Por qué rige la fecha del pago" />
      </div>
    </div>
  </details>
)

/** Amount withheld by tax, and in total. */
function Resumen({ total, docs, children }: { total: Monto | undefined; docs: RetencionValores['docs']; children: ReactNode }) {
  const filas = total === undefined ? [] : [...retenido({ docs }).porImpuesto]
  return (
    <section className={panel.panel} aria-label="Resumen">
      <dl className={panel.filas}>
        {filas.map(([impuesto, valor]) => (
          <div key={impuesto}>
            <dt>{IMPUESTO_RETENIDO_LABEL[impuesto as ImpuestoRetenido]}</dt>
            <dd>{displayMonto(valor)}</dd>
          </div>
        ))}
        <div className={panel.total}>
          <dt>TOTAL RETENIDO</dt>
          <dd>{total === undefined ? '—' : displayMonto(total)}</dd>
        </div>
      </dl>
      {children}
    </section>
  )
}
