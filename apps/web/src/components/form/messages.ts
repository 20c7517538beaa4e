export { REQUERIDO as REQUIRED } from '@yupana/contract'
