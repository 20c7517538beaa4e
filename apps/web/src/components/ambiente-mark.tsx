import classes from './ambiente-mark.module.css'

const MEANING = {
  SIMULADOR: 'Autoridad simulada: los documentos no tienen validez tributaria',
  PRUEBAS: 'Ambiente de pruebas del SRI: los documentos no tienen validez tributaria',
}

/** Marks every screen of a company that is not in production (O-90). */
export const AmbienteMark = ({ ambiente }: { ambiente: 'SIMULADOR' | 'PRUEBAS' | 'PRODUCCION' }) =>
  ambiente === 'PRODUCCION' ? null : (
    <p className={classes.mark}>
      <strong>{ambiente}</strong>
      <span>{MEANING[ambiente]}</span>
    </p>
  )
