import { SignInFlow } from './SignInFlow.tsx';

export default function RegisterScreen() {
  return <SignInFlow key="register" mode="register" />;
}
