export { condicionAt, type TipoCondicion } from '@yupana/fiscal'
export type { Condicion, ContextoEmision } from './contexto.sql.ts'
