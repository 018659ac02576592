import { SignInFlow } from './SignInFlow.tsx';

export default function LoginScreen() {
  return <SignInFlow key="login" mode="login" />;
}
