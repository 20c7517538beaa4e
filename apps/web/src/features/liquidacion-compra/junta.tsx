import type { Contexto } from '@yupana/contract'
import { COD_DOC, IMPUESTO_RETENIDO, sustentosOf, type Fecha, type TotalesDocumento } from '@yupana/fiscal'
import { useFormContext, useWatch } from 'react-hook-form'

import { Button } from '../../components/button.tsx'
import { CheckboxField, SelectField } from '../../components/form/choice-fields.tsx'
import { entradaOf } from '../../components/form/monto-entrada.ts'
import { loadedPart } from '../../components/loaded-part.tsx'
import cabecera from '../../domain/emision/cabecera.module.css'
import hoja from '../../domain/emision/hoja.module.css'
import { lineasDePropuesta } from '../../domain/retencion/lineas.ts'
import classes from '../../domain/retencion/lineas-retencion.module.css'
import { Propuesta } from '../../domain/retencion/propuesta.tsx'
import type { LiquidacionValores } from './liquidacion-valores.ts'
import { baseOf, isDelExterior, propuestaOf, sustentoOf } from './junta-ley.ts'

// Loaded apart: most users never change the proposal.
const LineasRetencion = loadedPart(async () => (await import('../../domain/retencion/lineas-retencion.tsx')).LineasRetencion)

const DEL_EXTERIOR =
  'Con una identificación del exterior, la retención lleva el país y el convenio del pago: emítala desde la página de la liquidación, apenas se emita.'

interface JuntaProps {
  contexto: Contexto
  totales: TotalesDocumento | undefined
  fecha: Fecha
}

/** The withholding issued with the liquidación: the proposal, until the user changes it. */
export function Junta({ contexto, totales, fecha }: JuntaProps) {
  const [comprador, retencion] = useWatch<LiquidacionValores, ['comprador', 'retencion']>({ name: ['comprador', 'retencion'] })
  const isExterior = isDelExterior({ comprador })
  return (
    <section className={`${hoja.card} ${classes.retenciones}`} aria-labelledby="retencion-junta">
      <h2 id="retencion-junta" className={classes.titulo}>
        Retención
      </h2>
      {isExterior ? (
        <p className={hoja.nota}>{DEL_EXTERIOR}</p>
      ) : !totales || totales.totalSinImpuestos <= 0 ? (
        <p className={hoja.nota}>Escriba las líneas: se propone qué retener, con su razón.</p>
      ) : (
        <Retenido retencion={retencion} contexto={contexto} totales={totales} fecha={fecha} />
      )}
    </section>
  )
}

interface RetenidoProps extends JuntaProps {
  totales: TotalesDocumento
  retencion: LiquidacionValores['retencion']
}

function Retenido({ retencion, contexto: { condiciones }, totales, fecha }: RetenidoProps) {
  const { setValue, clearErrors } = useFormContext<LiquidacionValores>()
  const propuesta = propuestaOf({ retencion }, condiciones, totales, fecha)
  if (!propuesta) return null
  const { automatica } = retencion
  const lineas = lineasDePropuesta(propuesta)
  const take = () => {
    setValue('retencion.retenciones', lineas)
    setValue('retencion.automatica', false, { shouldDirty: true })
  }
  const follow = () => {
    clearErrors('retencion')
    setValue('retencion.retenciones', [])
    setValue('retencion.automatica', true, { shouldDirty: true })
  }
  const isEmitted = automatica ? lineas.length > 0 : retencion.retenciones.length > 0
  const automatico = sustentoOf({ retencion: { ...retencion, cod_sustento: '' } }, totales)
  const sustentos = sustentosOf(COD_DOC.LIQUIDACION_COMPRA, fecha).map(({ codigo, nombre }) => ({
    value: codigo,
    label: `${codigo} · ${nombre}`,
  }))
  return (
    <>
      <p className={hoja.nota}>
        {isEmitted ? 'Se emite con la liquidación, en el mismo paso y punto de emisión.' : 'Se emite solo la liquidación.'}
      </p>
      <Propuesta propuesta={propuesta}>
        <Button variant="default" onClick={automatica ? take : follow}>
          {automatica ? 'Cambiar' : 'Usar lo propuesto'}
        </Button>
      </Propuesta>
      {!automatica && (
        <LineasRetencion
          name="retencion.retenciones"
          fecha={fecha}
          codSustento={sustentoOf({ retencion }, totales)}
          baseOf={(impuesto) => entradaOf(baseOf(impuesto, totales))}
          onOwn={() => undefined}
        />
      )}
      {isEmitted && (
        <div className={cabecera.cliente}>
          <SelectField
            name="retencion.cod_sustento"
            label="Sustento tributario"
            options={[{ value: '', label: `Según su IVA: ${automatico}` }, ...sustentos]}
          />
          {automatica && propuesta.permiso.impuestos.includes(IMPUESTO_RETENIDO.RENTA) && (
            <CheckboxField
              name="retencion.habitual"
              label="Proveedor habitual"
              description="Se le retiene aunque no supere la base mínima."
            />
          )}
        </div>
      )}
    </>
  )
}
