// The second factor of a user.
export {
  activate,
  begin,
  drop,
  hasFactor,
  isFactorRequired,
  readEstado,
  remove,
  renewCodigos,
  spend,
  type Titular,
  type Via,
} from './segundo-factor.service.ts'
